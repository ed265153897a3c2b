#include "common/noise.glsl"
// Two fields of noise, in one loop: software renderers compile a copy of the noise for each call.
vec2 grains(vec2 p) {
    vec2 sum = vec2(0.0);
    float weight = 0.5;
    for (int i = 0; i < 10; i++) {
        float n = weight * noise(vec3(p, float(i & 1) * 9.5 + 0.5));
        sum += (i & 1) == 0 ? vec2(n, 0.0) : vec2(0.0, n);
        if ((i & 1) == 1) { p = p.yx * 2.1 + 3.7; weight *= 0.5; }
    }
    return sum;
}
