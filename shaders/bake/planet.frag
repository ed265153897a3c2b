// Paints one face of the planet: albedo in rgb, light of cities in alpha.
#include "common/noise.glsl"
#include "common/cube.glsl"
const int LAND = 3, RANGES = 4, CROWD = 5, GRAIN = 6, WAVES = 7, DROUGHT = 8, ROCKS = 9, WINDOWS = 10, LAMPS = 11, COUNT = 12;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(2.1), 3.1, 0.0, 3, false), Layer(vec3(2.1), 11.7, 0.0, 3, false), Layer(vec3(2.1), 23.9, 0.0, 3, false),
    Layer(vec3(2.3), 0.0, 1.5, 6, false), Layer(vec3(6.0), 0.0, 1.0, 5, true), Layer(vec3(7.0), 41.0, 0.0, 3, false),
    Layer(vec3(34.0), 0.0, 0.0, 3, false), Layer(vec3(14.0), 2.0, 0.0, 3, false), Layer(vec3(3.4), 61.0, 0.0, 4, false),
    Layer(vec3(21.0), 0.0, 0.0, 3, true), Layer(vec3(260.0), 0.0, 0.0, 1, false), Layer(vec3(90.0), 5.0, 0.0, 1, false));
#include "common/layers.glsl"
uniform int face;
uniform float size;
uniform vec3 ocean, shallows, lowland, highland, peaks;
in vec2 place;
out vec4 color;

float elevation() {
    float land = sums[LAND] * 1.7 + 0.02;
    return land + 0.26 * smoothstep(-0.02, 0.25, land) * (sums[RANGES] - 0.25);
}

float cities(vec3 d, float height) {
    float coast = smoothstep(0.0, 0.03, height) * (1.0 - smoothstep(0.10, 0.34, height));
    float crowd = smoothstep(-0.06, 0.28, sums[CROWD]) * coast;
    vec2 town = worley(d * 26.0 + 7.0);
    float roads = (1.0 - smoothstep(0.0, 0.05, town.y - town.x)) * 0.55;
    float centre = 1.0 - smoothstep(0.0, 0.42, town.x);
    // A layer of one octave is half its noise.
    float windows = smoothstep(0.30, 0.75, 2.0 * sums[WINDOWS] + 0.5) * (0.35 + 1.3 * sums[LAMPS] + 0.3);
    return clamp(crowd * (centre * centre * 1.5 * (0.25 + windows) + roads * windows * 1.6), 0.0, 1.0);
}

void main() {
    vec3 d = cube_direction(face, place * size / (size - 1.0));
    sum_layers(d);
    float height = elevation(), grain = sums[GRAIN];
    vec3 sea = mix(ocean, shallows, smoothstep(-0.16, 0.0, height + grain * 0.05));
    sea *= 0.90 + 0.35 * sums[WAVES];
    float dry = smoothstep(-0.15, 0.25, sums[DROUGHT]);
    vec3 land = mix(lowland, highland, clamp(dry * 0.8 + smoothstep(0.08, 0.38, height) * 0.8, 0.0, 1.0));
    land = mix(land, peaks, smoothstep(0.36, 0.58, height + grain * 0.12));
    land *= 0.86 + 0.7 * grain + 0.35 * sums[ROCKS];
    vec3 ground = mix(sea, land, smoothstep(-0.004, 0.006, height));
    ground += shallows * 0.22 * (1.0 - smoothstep(0.0, 0.012, abs(height)));
    color = vec4(clamp(ground, 0.0, 1.0), cities(d, height));
}
