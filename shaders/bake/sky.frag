// Paints one face of the sky: two clouds of dust, a band of faint stars, the sun.
#include "common/noise.glsl"
#include "common/cube.glsl"
uniform int face;
uniform float size;
uniform vec3 nebula_a, nebula_b, sun, sun_light;
in vec2 place;
out vec4 color;

void main() {
    vec3 d = cube_direction(face, place * size / (size - 1.0));
    vec3 warp = vec3(fbm(d * 1.6, 4), fbm(d * 1.6 + 7.0, 4), fbm(d * 1.6 + 13.0, 4));
    float a = smoothstep(-0.12, 0.55, fbm(d * 1.9 + warp * 1.6, 6));
    float b = smoothstep(-0.08, 0.60, fbm(d * 2.3 + 31.0 + warp * 1.2, 6));
    float veins = ridges(d * 3.0 + warp, 5);
    float band = exp(-pow(dot(d, normalize(vec3(0.3, 0.8, -0.5))) * 2.4, 2.0));
    vec3 dust = nebula_a * a * (0.5 + 0.9 * veins) + nebula_b * b * (0.4 + 0.8 * band);
    float far_stars = pow(max(0.0, noise(d * 190.0)), 3.0) * band * 1.6;
    vec3 base = vec3(0.008, 0.012, 0.028);
    float towards = max(dot(d, normalize(sun)), 0.0);
    vec3 glare = sun_light * (smoothstep(0.9988, 0.9994, towards) + pow(towards, 260.0) * 0.55 + pow(towards, 24.0) * 0.22);
    color = vec4(base + dust * (0.35 + 0.85 * band) + far_stars + glare, 1.0);
}
