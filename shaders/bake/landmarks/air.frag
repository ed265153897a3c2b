// The air over the limb, from a little below it up: it thins out above a bright line.
#include "common/mark.glsl"

void main() {
    float at = place.y * 0.5 + 0.5, air = exp(-at * 5.0) - 0.0067, line = exp(-at * 24.0);
    color = vec4(light * (0.66 * air) + mix(light, vec3(1.0), 0.4) * (0.46 * line), 0.0);
}
