#include "common/display.glsl"
in vec3 light;
out vec4 color;

void main() {
    vec2 p = gl_PointCoord * 2.0 - 1.0;
    float glow = max(0.0, 1.0 - dot(p, p));
    color = vec4(emit(light * glow), 1.0);
}
