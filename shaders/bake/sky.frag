// Paints one face of the sky: two clouds of dust and a band of faint stars.
#include "common/noise.glsl"
uniform int face;
uniform vec3 nebula_a, nebula_b;
in vec2 place;
out vec4 color;

vec3 map_direction(int side, vec2 st) {
    if (side == 0) return normalize(vec3(1.0, -st.y, -st.x));
    if (side == 1) return normalize(vec3(-1.0, -st.y, st.x));
    if (side == 2) return normalize(vec3(st.x, 1.0, st.y));
    if (side == 3) return normalize(vec3(st.x, -1.0, -st.y));
    if (side == 4) return normalize(vec3(st.x, -st.y, 1.0));
    return normalize(vec3(-st.x, -st.y, -1.0));
}

void main() {
    vec3 d = map_direction(face, place);
    vec3 warp = vec3(fbm(d * 1.6, 4), fbm(d * 1.6 + 7.0, 4), fbm(d * 1.6 + 13.0, 4));
    float a = smoothstep(-0.12, 0.55, fbm(d * 1.9 + warp * 1.6, 6));
    float b = smoothstep(-0.08, 0.60, fbm(d * 2.3 + 31.0 + warp * 1.2, 6));
    float veins = ridges(d * 3.0 + warp, 5);
    float band = exp(-pow(dot(d, normalize(vec3(0.3, 0.8, -0.5))) * 2.4, 2.0));
    vec3 dust = nebula_a * a * (0.5 + 0.9 * veins) + nebula_b * b * (0.4 + 0.8 * band);
    float far_stars = pow(max(0.0, noise(d * 190.0)), 3.0) * band * 1.6;
    vec3 base = vec3(0.008, 0.012, 0.028);
    color = vec4(base + dust * (0.35 + 0.85 * band) + far_stars, 1.0);
}
