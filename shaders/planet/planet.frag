#include "common/display.glsl"
#include "common/luma.glsl"
uniform sampler2DArray surface_map;
uniform sampler2D detail_map;  // tiles, 0.5 on average
uniform vec3 glow, core;
uniform float glint;
in vec3 coordinate;
in vec4 gain;
in vec4 veil;  // its hue is kept, and its contrast, as far as w says
in float shine;
flat in vec3 dim;
out vec4 color;

void main() {
    vec4 ground = texture(surface_map, coordinate);
    float wet = clamp(ground.b - 1.25 * ground.r - 0.04, 0.0, 0.2) * glint;
#ifdef FINE
    float grain = 0.6 * texture(detail_map, coordinate.xy * 7.3).r + 1.4 * texture(detail_map, coordinate.yx * 23.0).r;
    ground.rgb *= mix(1.0, 0.5 + 0.5 * grain, veil.a);  // less of it in the dark, where it would speckle
    wet *= 0.6 + 0.4 * grain;
#endif
    float grey = dot(ground.rgb, LUMA), deep = 1.0 - veil.a, glossy = shine * shine;  // under play dark ground is darker, too: form, not mist
    glossy *= glossy; glossy *= glossy; glossy *= glossy; glossy *= glossy;
    vec3 lit = mix(grey * dim, ground.rgb, veil.a) * (1.0 + deep * (2.6 * grey - 0.5)) / (1.0 + 4.0 * deep * grey) * gain.rgb + core * (wet * glossy * veil.a * veil.a);
    float glowing = ground.a * gain.w;
    color = vec4(linear(lit + mix(glow, core, min(glowing, 1.0)) * glowing + veil.rgb), 1.0);
}
