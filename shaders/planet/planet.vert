// Light varies slowly over the ground, so it is worked out at the corners; a pixel costs one look-up and two products.
#include "common/scene.glsl"
#include "common/calm.glsl"
in vec3 in_position;  // unit
in vec2 in_uv;
in float in_layer;
uniform float texels;
out vec3 coordinate;
out vec4 gain;  // multiplies the ground, w: the cities
out vec3 veil;  // air in front of it, already as much as there is

void main() {
    vec3 world = in_position * forward.w;
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    float sunward = dot(in_position, sun.xyz);
    float facing = max(dot(in_position, normalize(eye.xyz - world)), 0.0);
    float day = smoothstep(-0.20, 0.75, sunward), dusk = clamp(1.0 - abs(sunward + 0.02) * 4.5, 0.0, 1.0);
    vec3 tint = mix(sun_light.rgb, vec3(1.0, 0.50, 0.30), dusk * 0.75);
    gain.rgb = (tint * (day * 0.72) + vec3(0.36, 0.41, 0.56)) * kept(in_position, 0.9);
    gain.w = (1.0 - smoothstep(-0.10, 0.20, sunward)) * 1.7 * kept(in_position, 1.0);
    float edge = (1.0 - facing) * (1.0 - facing);
    vec3 air = haze.rgb * (0.22 + 0.70 * day) + vec3(0.30, 0.05, 0.0) * dusk * day;
    float thick = clamp(0.05 + edge * (0.35 + 0.5 * edge), 0.0, 0.85);
    veil = air * thick;
    gain *= 1.0 - thick;
    gl_Position = view_projection * vec4(world, 1.0);
}
