#include "common/display.glsl"
in vec3 light;
in vec3 towards_sun;
flat in float turn;  // of the stone [rad]
out vec4 color;

void main() {
    vec2 p = vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) * 2.0 - 1.0;
    float way = atan(p.y, p.x) + turn;
    p *= 1.15 + 0.28 * sin(way * 2.0) + 0.16 * sin(way * 5.0 + turn);  // no ball
    float r = dot(p, p), lit = dot(vec3(p, sqrt(max(0.0, 1.0 - r))), towards_sun);
    float solid = clamp((1.0 - r) * 2.5, 0.0, 1.0);
    color = vec4(emit(light * (0.16 + 0.84 * max(lit, 0.0))) * solid, solid);
}
