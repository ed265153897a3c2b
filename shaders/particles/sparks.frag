in vec4 tint;
in vec3 local;
out vec4 color;

void main() {
#ifdef FINE
    float behind = clamp(-local.y / local.z, 0.0, 1.0), slim = 1.0 - 0.6 * behind;  // it runs out behind
    float past = max(max(local.y, -local.y - local.z), 0.0), d = min(1.0, length(vec2(local.x, past)) / slim);
    float soft = (1.0 - d) * (1.0 - d), core = 1.0 - smoothstep(0.1, 0.6, d);
    color = vec4((tint.rgb * (soft + core) + vec3(0.25 * core) * max(tint.r, max(tint.g, tint.b))) * slim, 0.0);
#else
    color = vec4(tint.rgb, 0.0);
#endif
}
