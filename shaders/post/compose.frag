#include "common/display.glsl"
uniform sampler2D source;
uniform sampler2D bloom;
uniform float strength;
in vec2 place;
out vec4 color;

void main() {
    vec2 uv = place * 0.5 + 0.5;
    vec3 light = max(texture(source, uv).rgb + texture(bloom, uv).rgb * strength, 0.0);
    light *= 1.0 - 0.18 * dot(place, place);
    float dither = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
    color = vec4(sqrt(tone_map(light)) + dither / 255.0, 1.0);
}
