in vec4 tint;
in vec4 local;
out vec4 color;
uniform sampler2D detail_map;  // tiles, 0.5 on average
#ifdef FINE
const vec3 SOOT = vec3(0.02, 0.018, 0.02);

// A billow: hot where it is thick, torn and cooling from its rim inwards; `left` of its life, 1 to 0.
vec4 billow(vec2 p, float left, float seed) {
    vec2 at = p * 0.055 + vec2(seed, 7.3 * seed) + 0.02 * left;
    float rough = 0.7 * texture(detail_map, at).r + 0.3 * texture(detail_map, at.yx * 2.9 + 0.3).r - 0.5;
    float body = 1.05 - length(p) + 1.5 * rough, thick = body - 0.75 * (1.0 - left) * (1.0 - left);
    float heat = 0.55 * thick + 1.35 * left * left * left - 0.42 + 0.8 * rough;
    float bright = max(tint.r, max(tint.g, tint.b));
    vec3 hue = tint.rgb / max(bright, 1e-4);  // deeper where it is cool, paler where it is hot
    vec3 light = mix(SOOT, hue * hue * (0.42 * min(1.0, bright)), smoothstep(0.0, 0.30, heat));
    light = mix(light, tint.rgb, smoothstep(0.20, 0.62, heat)) + mix(hue, vec3(1.0, 0.9, 0.7), 0.55) * (bright * smoothstep(0.58, 1.2, heat));
    float rim = 1.0 - smoothstep(0.8, 1.0, length(p));
    return vec4(light, 0.85) * (smoothstep(0.0, 0.30, thick) * rim * tint.a);
}
#endif

void main() {
    vec2 p = local.xy;
#ifdef FINE
    if (local.w > 0.0) {
        color = billow(p, local.z, local.w);
        return;
    }
    float cooling = local.z, rough = 0.0, ragged = 0.0;
#else  // one look-up for all: a software renderer pays for both sides of a branch
    float ragged = float(local.w > 0.0), rough = ragged * (1.7 * texture(detail_map, p * 0.055 + vec2(1.0, 7.3) * local.w).r - 0.85);
    float cooling = local.z * mix(1.0, local.z * local.z, ragged);
#endif
    float far = length(p), d = clamp(max(far + rough, 5.0 * far - 4.0), 0.0, 1.0);  // 1 at the rim, however rough
    float soft = (1.0 - d) * (1.0 - d), core = cooling * (1.0 - smoothstep(0.15, 0.55, d)), peak = max(tint.r, max(tint.g, tint.b));
    vec3 heart = mix(vec3(0.8), vec3(0.50, 0.26, 0.06), ragged);  // of a billow yellow
    color = vec4(tint.rgb * (soft + core) + heart * (core * peak), tint.a * soft);
}
