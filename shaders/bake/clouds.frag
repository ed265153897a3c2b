// Paints clouds over one face of the ground.
#include "common/cube.glsl"
const int BANKS = 3, WISPS = 4, COUNT = 5;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(2.6), 0.0, 0.0, 3, false), Layer(vec3(2.6), 9.0, 0.0, 3, false), Layer(vec3(2.6), 19.0, 0.0, 3, false),
    Layer(vec3(3.2), 0.0, 2.4, 6, false), Layer(vec3(9.0, 15.0, 9.0), 0.0, 5.0, 4, false));
#include "common/layers.glsl"
uniform float share;  // of the ground that the thickest cloud hides
uniform vec3 clouds;

void main() {
    sum_layers(direction_at(place));
    float thickness = smoothstep(0.05, 0.40, sums[BANKS] * 1.3 + sums[WISPS] * 0.55);
    color = vec4(clouds, thickness * share);
}
