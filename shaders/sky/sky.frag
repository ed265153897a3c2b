#include "common/display.glsl"
uniform sampler2DArray sky_map;
in vec3 coordinate;
out vec4 color;

void main() {
    float dither = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
    color = vec4(linear(texture(sky_map, coordinate).rgb + dither / 200.0), 1.0);
}
