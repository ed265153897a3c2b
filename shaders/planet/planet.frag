#include "common/display.glsl"
uniform sampler2DArray surface_map;
uniform sampler2D detail_map;  // tiles, 0.5 on average
uniform vec3 city;
in vec3 coordinate;
in vec4 gain;
in vec3 veil;
out vec4 color;

void main() {
    vec4 ground = texture(surface_map, coordinate);
#ifdef FINE
    float grain = texture(detail_map, coordinate.xy * 7.3).r + texture(detail_map, coordinate.yx * 23.0).r;
    ground.rgb *= 0.66 + 0.34 * grain;
#endif
    color = vec4(linear(ground.rgb * gain.rgb + ground.a * gain.w * city + veil), 1.0);
}
