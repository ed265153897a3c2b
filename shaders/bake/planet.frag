// Paints one face of the planet: albedo in rgb, light of cities in alpha.
#include "common/noise.glsl"
#include "common/cube.glsl"
#include "common/clouds.glsl"
uniform int face;
uniform float size;
uniform float cloud_share;  // of a cloud layer painted into the ground
uniform vec3 clouds;
uniform vec3 ocean, shallows, lowland, highland, peaks;
in vec2 place;
out vec4 color;

float elevation(vec3 d) {
    vec3 warp = vec3(fbm(d * 2.1 + 3.1, 3), fbm(d * 2.1 + 11.7, 3), fbm(d * 2.1 + 23.9, 3));
    float land = fbm(d * 2.3 + warp * 1.5, 6) * 1.7 + 0.02;
    return land + 0.26 * smoothstep(-0.02, 0.25, land) * (ridges(d * 6.0 + warp, 5) - 0.25);
}

float cities(vec3 d, float height) {
    float coast = smoothstep(0.0, 0.03, height) * (1.0 - smoothstep(0.10, 0.34, height));
    float crowd = smoothstep(-0.06, 0.28, fbm(d * 7.0 + 41.0, 3)) * coast;
    vec2 town = worley(d * 26.0 + 7.0);
    float roads = (1.0 - smoothstep(0.0, 0.05, town.y - town.x)) * 0.55;
    float centre = 1.0 - smoothstep(0.0, 0.42, town.x);
    float windows = smoothstep(0.30, 0.75, noise(d * 260.0) + 0.5) * (0.35 + 0.65 * noise(d * 90.0 + 5.0) + 0.3);
    return clamp(crowd * (centre * centre * 1.5 * (0.25 + windows) + roads * windows * 1.6), 0.0, 1.0);
}

void main() {
    vec3 d = cube_direction(face, place * size / (size - 1.0));
    float height = elevation(d);
    float grain = fbm(d * 34.0, 3);
    vec3 sea = mix(ocean, shallows, smoothstep(-0.16, 0.0, height + grain * 0.05));
    sea *= 0.90 + 0.35 * fbm(d * 14.0 + 2.0, 3);
    float dry = smoothstep(-0.15, 0.25, fbm(d * 3.4 + 61.0, 4));
    vec3 land = mix(lowland, highland, clamp(dry * 0.8 + smoothstep(0.08, 0.38, height) * 0.8, 0.0, 1.0));
    land = mix(land, peaks, smoothstep(0.36, 0.58, height + grain * 0.12));
    land *= 0.86 + 0.7 * grain + 0.35 * ridges(d * 21.0, 3);
    vec3 ground = mix(sea, land, smoothstep(-0.004, 0.006, height));
    ground += shallows * 0.22 * (1.0 - smoothstep(0.0, 0.012, abs(height)));
    float cover = cloud_share > 0.0 ? cloud_thickness(d) * cloud_share : 0.0;
    color = vec4(mix(clamp(ground, 0.0, 1.0), clouds, cover), cities(d, height) * (1.0 - cover));
}
