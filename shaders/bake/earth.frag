// A living earth: seas, plains and snowy ranges, cities along the coasts.
const float RELIEF = 0.10;
#include "common/ground.glsl"
const int LAND = 3, RANGES = 4, CROWD = 5, GRAIN = 6, DROUGHT = 7, WINDOWS = 8, COUNT = 9;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(2.1), 3.1, 0.0, 3, false), Layer(vec3(2.1), 11.7, 0.0, 3, false), Layer(vec3(2.1), 23.9, 0.0, 3, false),
    Layer(vec3(2.3), 4.0, 0.7, 7, false), Layer(vec3(6.0), 0.0, 0.12, 7, true), Layer(vec3(7.0), 41.0, 0.0, 3, false),
    Layer(vec3(34.0), 0.0, 0.0, 3, false), Layer(vec3(3.4), 61.0, 0.0, 4, false), Layer(vec3(230.0), 0.0, 0.0, 1, false));
#include "common/layers.glsl"

vec4 form(vec3 d) {
    sum_layers(d);
    float land = sums[LAND] * 1.7 - 0.02;
    float ranges = smoothstep(0.02, 0.34, land + 0.35 * sums[CROWD]) * smoothstep(0.0, 0.12, land);
    float height = land * 0.35 + 0.42 * ranges * sums[RANGES];
    float crowd = smoothstep(-0.14, 0.22, sums[CROWD]) * smoothstep(0.0, 0.03, land) * (1.0 - smoothstep(0.08, 0.22, height));
    vec2 town = worley(d * 26.0 + 7.0);
    float roads = (1.0 - smoothstep(0.0, 0.05, town.y - town.x)) * 0.55, centre = 1.0 - smoothstep(0.0, 0.50, town.x);
    // A layer of one octave is half its noise.
    float windows = smoothstep(0.25, 0.75, 2.0 * sums[WINDOWS] + 0.5);
    float cities = crowd * (centre * centre * 1.5 * (0.25 + windows) + roads * windows * 1.6);
    float cold = smoothstep(0.80, 0.96, abs(d.y) + 0.3 * sums[DROUGHT] + 0.2 * sums[CROWD]);
    height = max(height, 0.0) + cold * (0.05 + 0.07 * sums[RANGES]);
    return vec4(height + 0.004 * sums[GRAIN], land, sums[DROUGHT] + 0.3 * sums[GRAIN], min(cities, 1.0));
}

vec4 matter(vec4 form, vec3 d) {
    float land = form.y, high = form.x, cold = smoothstep(0.03, 0.09, high) * smoothstep(0.70, 0.86, abs(d.y));
    vec3 sea = mix(ocean, shallows, smoothstep(-0.20, 0.0, land) * 0.8 + smoothstep(-0.035, 0.0, land) * 0.2);
    vec3 ground = mix(lowland, highland, clamp(smoothstep(-0.12, 0.22, form.z) * 0.9 + smoothstep(0.10, 0.28, high) * 0.6, 0.0, 1.0));
    ground = mix(ground, peaks, max(smoothstep(0.30, 0.40, high + form.z * 0.06), cold)) * (0.92 + 0.5 * form.z);
    ground = mix(mix(sea, peaks * 0.8, cold), ground, smoothstep(-0.004, 0.004, land));
    return vec4(ground, form.w);
}
