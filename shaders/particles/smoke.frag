in vec4 tint;
in vec4 glow;
in vec3 local;
flat in vec2 lamp;
flat in vec4 cuts;
uniform sampler2D detail_map;  // tiles, 0.5 on average
out vec4 color;

void main() {
    vec2 p = local.xy;
    if (local.z > 1.5) {  // a torn plate, hot at its edges
        float edge = max(max(abs(p.x), abs(p.y)), max(dot(p, cuts.xy), dot(p, cuts.zw)));
        float inside = 1.0 - smoothstep(1.0 - 1.5 * fwidth(edge), 1.0, edge);
        float bevel = smoothstep(0.62, 1.0, edge), seam = 1.0 - smoothstep(0.03, 0.08, abs(edge - 0.58));
        color = vec4(tint.rgb * (0.8 + 0.9 * bevel - 0.55 * seam) + glow.rgb * (0.2 + bevel * bevel + 0.5 * seam), 1.0) * (inside * tint.a);
        return;
    }
    float d = min(1.0, dot(p, p)), thick = (1.0 - d) * (1.0 - d), bump = 0.0;
#ifdef FINE
    vec2 at = p * 0.05 + vec2(glow.w, 5.1 * glow.w);
    float rough = texture(detail_map, at).r - 0.5;
    bump = 3.0 * (texture(detail_map, at + lamp * 0.012).r - 0.5 - rough);
    thick = smoothstep(0.05, 1.0, 1.0 - d + 1.6 * rough) * (1.0 - d);
#endif
    if (local.z < 0.5) {  // a scorch: embers where it is deepest
        color = vec4(glow.rgb * thick * thick, thick * tint.a);
        return;
    }
    float alpha = thick * tint.a;
    vec3 light = tint.rgb * (0.7 + 0.9 * dot(p, lamp) - bump);
    color = vec4((max(light, 0.0) + glow.rgb * thick) * alpha, alpha);
}
