#include "common/display.glsl"
uniform sampler2DArray cloud_map;
in vec3 coordinate;
in vec4 light;
out vec4 color;

void main() {
    float thick = texture(cloud_map, coordinate).r;
    color = vec4(linear(light.rgb * (0.75 + 0.25 * thick)), thick * light.a);
}
