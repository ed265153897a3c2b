#include "common/display.glsl"
in vec4 tint;
in vec4 local;
out vec4 color;
const float BAND = 0.6;  // how dark a warning makes what is around its line: rocks and ice may be pale

void main() {
    float d = abs(local.y);
    float glow = (1.0 - d) * (1.0 - d) * 0.7 + (1.0 - smoothstep(0.12, 0.30, d));
    float gap = local.z > 0.5 ? smoothstep(0.62, 0.56, fract(local.x * local.z)) : 1.0;
    float band = local.w * BAND * (1.0 - smoothstep(0.2, 0.9, d));
    color = vec4(emit(tint.rgb * (glow * gap * tint.a)), band * gap * min(1.0, tint.a));
}
