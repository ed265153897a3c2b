#include "common/display.glsl"
uniform sampler2D source;
uniform sampler2D bloom;
uniform float strength;
uniform ivec2 origin;  // of the part that is filled, which has as many pixels as the source
in vec2 place;
out vec4 color;

float peak(vec3 light) { return max(light.r, max(light.g, light.b)); }

void main() {
    vec2 uv = place * 0.5 + 0.5;
    vec4 scene = texelFetch(source, ivec2(gl_FragCoord.xy) - origin, 0);  // alpha: the share of the veil that lies before what is seen there
    vec3 light = scene.rgb, veil = texture(bloom, uv).rgb * strength;
    veil /= 1.0 + 1.6 * max(peak(veil) - 1.6 * max(peak(light), 0.0) - 0.6, 0.0);  // what is dark amid light stays in sight
    light = max(light + veil * scene.a, 0.0) * (1.0 - 0.18 * dot(place, place));
    float dither = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
    color = vec4(sqrt(tone_map(light)) + dither / 255.0, 1.0);
}
