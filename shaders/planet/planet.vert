// Light varies slowly over the ground, so it is worked out at the corners; a pixel costs one look-up and a few products.
#include "common/scene.glsl"
#include "common/calm.glsl"
#include "common/glare.glsl"
#include "common/luma.glsl"
in vec3 in_position;  // unit
in vec2 in_uv;
in float in_layer;
const float MOON = 0.34;  // light that ground keeps under play, in the hue of the world's air
uniform float texels;
uniform vec3 glow_by;  // brightness of what glows, by day and by night; share that comes and goes
uniform vec4 flash;  // where lightning strikes, w: how bright
out vec3 coordinate;
out vec4 gain;  // multiplies the ground, w: its glow
out vec4 veil;  // air in front of it, already as much as there is; w: how much of its hue the ground keeps
flat out vec3 dim;  // hue of ground that is dark under play: that of the world's air, cooled
out float shine;  // 1 where the sun is mirrored

void main() {
    vec3 world = in_position * forward.w, to_eye = normalize(eye.xyz - world);
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    float sunward = dot(in_position, sun.xyz), facing = max(dot(in_position, to_eye), 0.0);
    float day = smoothstep(-0.30, 0.75, sunward), dusk = clamp(1.0 - abs(sunward + 0.02) * 4.5, 0.0, 1.0);
    float light = kept(in_position, 1.0);
    vec3 hue = mix(vec3(0.66, 0.88, 1.18), haze.rgb / dot(haze.rgb, LUMA), 0.8);
    dim = hue / dot(hue, LUMA);
    vec3 tint = mix(sun_light.rgb, vec3(1.0, 0.62, 0.42), dusk * 0.6);
    vec3 glare = glare_at(world, in_position);
    gain.rgb = (tint * (day * mix(0.55, 1.15, light)) + vec3(0.52, 0.58, 0.76)) * light + MOON * dim * (1.0 - light) + glare;
    float breath = sin(0.8 * lattice_color.w + 5.0 * dot(in_position, vec3(1.0, 1.7, -1.3)) + 3.0 * sin(4.0 * in_position.x));
    gain.w = mix(glow_by.x, glow_by.y, 1.0 - smoothstep(-0.10, 0.25, sunward)) * (1.0 + glow_by.z * breath) * 1.5 * light * sqrt(light);
    gain.w += flash.w * exp((dot(in_position, flash.xyz) - 1.0) * 90.0);
    float edge = (1.0 - facing) * (1.0 - facing);
    vec3 air = haze.rgb * (0.22 + 0.70 * day) + vec3(0.30, 0.05, 0.0) * dusk * day;
    float thick = clamp(0.02 + edge * (0.28 + 0.5 * edge), 0.0, 0.85);
    veil = vec4(air * thick + 0.18 * glare, mix(0.50, 0.92, smoothstep(0.25, 0.78, light)));
    gain *= 1.0 - thick;
    shine = max(0.0, dot(in_position, normalize(sun.xyz + to_eye)));
    gl_Position = view_projection * vec4(world, 1.0);
}
