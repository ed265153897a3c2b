// Paints one face of the cloud layer: how thick it is.
#include "common/noise.glsl"
#include "common/cube.glsl"
#include "common/clouds.glsl"
uniform int face;
uniform float size;
in vec2 place;
out vec4 color;

void main() {
    color = vec4(vec3(cloud_thickness(cube_direction(face, place * size / (size - 1.0)))), 1.0);
}
