#include "common/display.glsl"
in vec4 tint;
in float across;
in float reach;
out vec4 color;

void main() {
    float alpha = tint.a * (1.0 - smoothstep(reach - 0.5, reach + 1.0, abs(across)));
    color = vec4(linear(tint.rgb) * alpha, alpha);
}
