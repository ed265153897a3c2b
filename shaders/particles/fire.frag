in vec4 tint;
in vec4 local;
out vec4 color;

void main() {
    vec2 p = local.xy;
#ifdef FINE
    if (local.w > 0.0) p += 0.24 * sin(p.yx * 4.1 + vec2(37.0, 19.0) * local.w) + 0.1 * sin(p.yx * 8.9 + 60.0 * local.w);
#endif
    float d = min(1.0, length(p)), soft = (1.0 - d) * (1.0 - d), core = local.z * smoothstep(0.55, 0.15, d);
    float peak = max(tint.r, max(tint.g, tint.b));
    color = vec4(tint.rgb * (soft + core) + vec3(0.3 * core * peak), tint.a * soft);
}
