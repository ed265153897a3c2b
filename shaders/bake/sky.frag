// Paints one face of the sky: two clouds of dust, a band of faint stars.
#include "common/cube.glsl"
const int DUST_A = 3, DUST_B = 4, VEINS = 5, STARS = 6, COUNT = 7;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(1.6), 0.0, 0.0, 4, false), Layer(vec3(1.6), 7.0, 0.0, 4, false), Layer(vec3(1.6), 13.0, 0.0, 4, false),
    Layer(vec3(1.9), 0.0, 1.6, 6, false), Layer(vec3(2.3), 31.0, 1.2, 6, false), Layer(vec3(3.0), 0.0, 1.0, 5, true),
    Layer(vec3(190.0), 0.0, 0.0, 1, false));
#include "common/layers.glsl"
uniform vec3 nebula_a, nebula_b;

void main() {
    vec3 d = direction_at(place);
    sum_layers(d);
    float a = smoothstep(-0.12, 0.55, sums[DUST_A]);
    float b = smoothstep(-0.08, 0.60, sums[DUST_B]);
    float band = exp(-pow(dot(d, normalize(vec3(0.3, 0.8, -0.5))) * 2.4, 2.0));
    vec3 dust = nebula_a * a * (0.5 + 0.9 * sums[VEINS]) + nebula_b * b * (0.4 + 0.8 * band);
    float far_stars = pow(max(0.0, 2.0 * sums[STARS]), 3.0) * band * 1.6;  // a layer of one octave is half its noise
    vec3 base = vec3(0.008, 0.012, 0.028);
    color = vec4(base + dust * (0.50 + 1.0 * band) + far_stars, 1.0);
}
