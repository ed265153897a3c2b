#include "common/display.glsl"
in vec4 tint;
in vec4 local;
out vec4 color;

void main() {
    if (local.w < -0.5) {  // a shadow takes light away; smoke has a little of its own
        float r = 1.0 - min(1.0, dot(local.xy, local.xy));
        color = vec4(emit(tint.rgb * (r * r)), r * r * (3.0 - 2.0 * r) * tint.a);
        return;
    }
    float behind = clamp(-local.y / max(local.z, 0.001), 0.0, 1.0);
    if (local.w > 1.5) {  // a flat piece with two faces; it hides what lies below
        float end = abs(local.y + 0.5 * local.z) / (0.5 * local.z + 1.0);
        float inside = (1.0 - smoothstep(0.82, 1.0, abs(local.x) + end)) * tint.a;
        color = vec4(emit(tint.rgb * (local.x > 0.0 ? 1.0 : 0.6)) * inside, inside);
        return;
    }
    float past = max(max(local.y, -local.y - local.z), 0.0);
    float run = behind * step(0.75, local.w) * step(0.01, local.z), slim = 1.0 - 0.6 * run;  // fire of engines runs out behind
    float d = min(1.0, length(vec2(local.x, past)) / slim), left = 1.0 - run;
    float soft = (1.0 - d) * (1.0 - d), core = local.w * (1.0 - smoothstep(0.15, 0.55, d)) * left;
    vec3 light = tint.rgb * (soft + core) + vec3(core * 0.5);
    color = vec4(emit(light * tint.a * slim * (0.3 + 0.7 * left)), 0.0);
}
