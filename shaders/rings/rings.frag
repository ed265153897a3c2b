#include "common/display.glsl"
in vec4 tint;
in vec3 local;
out vec4 color;

void main() {
    float d = abs(local.y);
    float glow = (1.0 - d) * (1.0 - d) * 0.7 + (1.0 - smoothstep(0.12, 0.30, d));
    float gap = local.z > 0.5 ? smoothstep(0.62, 0.56, fract(local.x * local.z)) : 1.0;
    color = vec4(emit(tint.rgb * (glow * gap * tint.a)), 0.0);
}
