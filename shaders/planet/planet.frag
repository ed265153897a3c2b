#include "common/display.glsl"
uniform sampler2DArray surface_map;
in vec3 coordinate;
in vec3 gain;
in vec3 lamps;
in vec4 veil;
out vec4 color;

void main() {
    vec4 ground = texture(surface_map, coordinate);
    vec3 shown = mix(ground.rgb * gain + ground.a * lamps, veil.rgb, veil.a);
    color = vec4(backdrop(shown), 1.0);
}
