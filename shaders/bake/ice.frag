// A frozen sea: drifts of snow over blue ice, broken into floes; deep cracks glow.
const float RELIEF = 0.075;
#include "common/ground.glsl"
const int SWELL = 3, DRIFTS = 4, GRAIN = 5, COUNT = 6;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(3.4), 3.1, 0.0, 4, false), Layer(vec3(3.4), 11.7, 0.0, 4, false), Layer(vec3(3.4), 23.9, 0.0, 4, false),
    Layer(vec3(2.2), 5.0, 0.6, 7, false), Layer(vec3(9.0, 22.0, 9.0), 0.0, 1.4, 5, true), Layer(vec3(40.0), 0.0, 0.0, 3, false));
#include "common/layers.glsl"

vec4 form(vec3 d) {
    sum_layers(d);
    vec3 bent = d + 0.11 * vec3(sums[0], sums[1], sums[2]) + 0.004 * sums[GRAIN];
    float gaps[2];
    for (int i = 0; i < 2; i++) {
        vec2 floe = worley(bent * (i == 0 ? 4.6 : 15.0) + 3.7);
        gaps[i] = floe.y - floe.x;
    }
    float deep = 1.0 - smoothstep(0.0, 0.085, gaps[0] * (1.0 + 0.8 * sums[SWELL]));
    float fine = (1.0 - smoothstep(0.0, 0.07, gaps[1])) * (1.0 - smoothstep(0.15, 0.75, gaps[0] + sums[SWELL]));
    float rim = 1.0 - smoothstep(0.09, 0.30, gaps[0]);
    float height = 0.30 * sums[SWELL] + 0.09 * sums[DRIFTS] + 0.05 * rim - 0.17 * deep - 0.035 * fine + 0.006 * sums[GRAIN];
    return vec4(height, deep, fine, sums[SWELL] + 0.35 * sums[DRIFTS] + 0.25 * sums[GRAIN]);
}

vec4 matter(vec4 form, vec3 d) {
    float snow = smoothstep(-0.22, 0.26, form.w);
    vec3 ice = mix(lowland, highland, smoothstep(-0.10, 0.05, form.w));
    vec3 ground = mix(ice, peaks, snow * 0.9);
    ground = mix(ground, shallows, clamp(form.z * 0.75, 0.0, 1.0));
    ground = mix(ground, ocean, smoothstep(0.05, 0.6, form.y));
    return vec4(ground, clamp(pow(form.y, 2.2) + 0.34 * form.z * form.z, 0.0, 1.0));
}
