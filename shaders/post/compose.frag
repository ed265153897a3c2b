#include "common/display.glsl"
uniform sampler2D source;
uniform sampler2D bloom;
uniform sampler2D wide_bloom;  // the next level of the pyramid, with all above it
uniform float strength;
in vec2 place;
out vec4 color;

void main() {
    vec2 uv = place * 0.5 + 0.5;
    vec4 drawn = texture(source, uv);  // alpha: how much bloom is seen upon it, so that outlines stay
    vec2 wide_texel = 1.0 / vec2(textureSize(wide_bloom, 0));
    vec3 spread = texture(bloom, uv).rgb;
    for (int i = 0; i < 4; i++) {
        spread += texture(wide_bloom, uv + (vec2(i & 1, i >> 1) * 2.0 - 1.0) * wide_texel * 0.75).rgb * 0.25;
    }
    vec3 light = drawn.rgb + spread * (strength * drawn.a);
    float corner = dot(place, place);
    light *= 1.0 - 0.16 * corner;
    float dither = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
    color = vec4(sqrt(tone_map(light)) + dither / 255.0, 1.0);
}
