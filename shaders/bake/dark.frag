// A world without sun: bare stone, and nets of cities that lie on it as stars do.
const float RELIEF = 0.10;
#include "common/ground.glsl"
const int PLAIN = 3, RIDGES = 4, GRAIN = 5, CROWD = 6, WINDOWS = 7, COUNT = 8;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(3.0), 3.1, 0.0, 3, false), Layer(vec3(3.0), 11.7, 0.0, 3, false), Layer(vec3(3.0), 23.9, 0.0, 3, false),
    Layer(vec3(2.0), 4.0, 0.8, 6, false), Layer(vec3(5.0), 0.0, 0.8, 6, true), Layer(vec3(40.0), 0.0, 0.0, 3, false),
    Layer(vec3(3.2), 17.0, 0.0, 3, false), Layer(vec3(150.0), 0.0, 0.0, 1, false));
#include "common/layers.glsl"

vec4 form(vec3 d) {
    sum_layers(d);
    float light = 0.0, crowd = smoothstep(-0.16, 0.26, sums[CROWD]);
    for (int i = 0; i < 2; i++) {
        vec2 town = worley((d + 0.02 * vec3(sums[0], sums[1], sums[2])) * (i == 0 ? 7.0 : 27.0) + 7.0);
        float star = 1.0 - smoothstep(0.0, i == 0 ? 0.24 : 0.42, town.x), road = 1.0 - smoothstep(0.0, i == 0 ? 0.022 : 0.05, town.y - town.x);
        light = max(light, (star * star * star * 1.3 + road * (i == 0 ? 0.62 : 0.30)) * (i == 0 ? 0.25 + crowd : crowd));
    }
    light *= 0.55 + 0.75 * smoothstep(-0.2, 0.4, 2.0 * sums[WINDOWS]);
    float height = 0.30 * sums[PLAIN] + 0.30 * sums[RIDGES] * smoothstep(-0.1, 0.3, sums[PLAIN]) + 0.008 * sums[GRAIN];
    return vec4(height, min(light, 1.0), sums[PLAIN], sums[RIDGES] + 0.3 * sums[GRAIN]);
}

vec4 matter(vec4 form, vec3 d) {
    vec3 ground = mix(ocean, lowland, smoothstep(-0.25, 0.12, form.z));
    ground = mix(ground, highland, smoothstep(0.10, 0.55, form.w) * 0.8);
    ground = mix(ground, peaks, smoothstep(0.5, 0.9, form.w) * smoothstep(0.0, 0.25, form.z));
    return vec4(mix(ground, shallows, form.y * 0.4), form.y);
}
