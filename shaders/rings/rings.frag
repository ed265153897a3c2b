#include "common/display.glsl"
in vec4 tint;
in vec3 local;
out vec4 color;
const float LIGHT = 0.62;  // what announces is dimmer than what it announces

void main() {
    float d = abs(local.y);
    float glow = (1.0 - d) * (1.0 - d) * 0.32 + (1.0 - smoothstep(0.10, 0.26, d));
    float gap = local.z > 0.5 ? smoothstep(0.62, 0.56, fract(local.x * local.z)) : 1.0;
    color = vec4(emit(tint.rgb * (LIGHT * glow * gap * tint.a)), 0.0);
}
