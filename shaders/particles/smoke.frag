in vec4 tint;
in vec4 glow;
in vec3 local;
flat in vec2 lamp;
out vec4 color;

void main() {
    vec2 p = local.xy;
    if (local.z > 1.5) {  // a torn plate, hot at its edges
        float a = 6.28 * fract(17.0 * glow.w), b = a + 1.9 + fract(29.0 * glow.w);
        float edge = max(max(abs(p.x), abs(p.y)), max(dot(p, vec2(cos(a), sin(a))) / 0.7, dot(p, vec2(cos(b), sin(b))) / 0.55));
        float inside = 1.0 - smoothstep(1.0 - 1.5 * fwidth(edge), 1.0, edge);
        float bevel = smoothstep(0.3, 1.0, edge);
        color = vec4(tint.rgb * (0.75 + 0.5 * bevel) + glow.rgb * (0.25 + 0.75 * bevel * bevel), 1.0) * (inside * tint.a);
        return;
    }
#ifdef FINE
    p += 0.2 * sin(p.yx * 4.3 + vec2(31.0, 17.0) * glow.w) + 0.07 * sin(p.yx * 9.7 + 50.0 * glow.w);
#endif
    float d = min(1.0, dot(p, p)), thick = (1.0 - d) * (1.0 - d);
    if (local.z < 0.5) {  // a scorch: embers where it is deepest
        color = vec4(glow.rgb * thick * thick, thick * tint.a);
        return;
    }
    float alpha = thick * tint.a;
    vec3 light = tint.rgb * (0.7 + 0.9 * dot(p, lamp));
    color = vec4((max(light, 0.0) + glow.rgb * thick) * alpha, alpha);
}
