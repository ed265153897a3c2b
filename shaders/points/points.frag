#include "common/display.glsl"
in vec4 tint;
in vec2 local;
out vec4 color;

// It covers as much as it adds: where many lie upon each other, their hue stays.
void main() {
    float shape = (1.0 - local.x * local.x) * smoothstep(0.0, 0.75, local.y) * (1.0 - smoothstep(0.85, 1.0, local.y));
    shape *= tint.a;
    color = vec4(emit(tint.rgb) * shape, 0.8 * shape);
}
