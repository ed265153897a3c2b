// Sides are small and flat: light is worked out at their corners, a pixel costs the line along an edge.
#include "common/display.glsl"
#include "common/edge.glsl"
in vec3 light;
in vec3 line;
in vec4 look;  // depth, flash, share of bloom, near light
out vec4 color;

void main() {
    color = vec4(surface(mix(light + line * edge_line(look.x, look.w), vec3(2.2), look.y * 0.8)), look.z);
}
