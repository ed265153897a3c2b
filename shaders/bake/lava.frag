// A burning world: black basalt, cut by rivers of lava that widen into lakes.
const float RELIEF = 0.10;
#include "common/ground.glsl"
const int COURSE = 3, ROCK = 4, SCALE = 5, GRAIN = 6, COUNT = 7;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(3.0), 3.1, 0.0, 5, false), Layer(vec3(3.0), 11.7, 0.0, 5, false), Layer(vec3(3.0), 23.9, 0.0, 5, false),
    Layer(vec3(2.0), 9.0, 0.9, 5, false), Layer(vec3(6.0), 0.0, 0.9, 6, true), Layer(vec3(1.7), 30.0, 0.0, 3, false),
    Layer(vec3(48.0), 0.0, 0.0, 3, false));
#include "common/layers.glsl"

vec4 form(vec3 d) {
    sum_layers(d);
    float width = 0.020 + 0.055 * smoothstep(0.02, 0.30, sums[SCALE]);  // some are lakes
    float bank = abs(sums[COURSE]) + 0.012 * sums[GRAIN];
    float river = 1.0 - smoothstep(width * 0.45, width, bank);
    vec3 bent = d + 0.10 * vec3(sums[0], sums[1], sums[2]);
    vec2 plate = worley(bent * 13.0 + 1.7);
    float crack = (1.0 - smoothstep(0.0, 0.06, plate.y - plate.x)) * (1.0 - smoothstep(0.06, 0.28, bank));
    float shore = smoothstep(width * 0.8, width * 2.6, bank);
    float height = shore * (0.12 + 0.34 * sums[ROCK]) + 0.012 * sums[GRAIN] - 0.03 * crack + 0.05 * smoothstep(0.0, 0.3, plate.x);
    return vec4(height, river, crack, sums[ROCK] + 0.3 * sums[GRAIN]);
}

vec4 matter(vec4 form, vec3 d) {
    vec3 ground = mix(lowland, highland, smoothstep(0.05, 0.55, form.w));
    ground = mix(ground, peaks, smoothstep(0.45, 0.85, form.w) * 0.7);
    ground = mix(ground, shallows, smoothstep(0.0, 0.25, form.y));
    ground = mix(ground, ocean, smoothstep(0.4, 1.0, form.y));
    float crust = 0.55 + 0.45 * smoothstep(-0.1, 0.35, form.w);  // lava darkens where it cools
    return vec4(ground, clamp(form.y * form.y * crust + 0.42 * form.z, 0.0, 1.0));
}
