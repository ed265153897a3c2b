#include "common/display.glsl"
in vec4 tint;
in vec4 local;
flat in float bright;  // share of the circle
out vec4 color;
const float LIGHT = 0.62;  // what announces is dimmer than what it announces
const float DARK = 1.6;  // share of the ground's light that is taken beside a warning's line, over how much wider that is
const float LEFT = 0.45;  // of the light of what is not bright: time that is left

void main() {
    float d = abs(local.y), soft = max(1.0 - d, 0.0);
    float glow = soft * soft * 0.32 + (1.0 - smoothstep(0.12, 0.30, d));
    float gap = local.z > 0.5 ? 1.0 - smoothstep(0.56, 0.62, fract(local.x * local.z)) : 1.0;
    float strong = min(2.56 * tint.a * tint.a, 1.0);  // rings of crowds are faint
    float beside = smoothstep(0.15, 0.4, d) * (1.0 - smoothstep(0.6, local.w, d)) * strong * strong;
    color = vec4(emit(tint.rgb * (LIGHT * glow * gap * tint.a * (local.x < bright ? 1.0 : LEFT))), DARK * (local.w - 1.0) * beside);
}
