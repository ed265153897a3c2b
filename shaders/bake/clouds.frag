// Paints one face of the cloud layer: how thick it is.
#include "common/noise.glsl"
#include "common/cube.glsl"
uniform int face;
uniform float size;
in vec2 place;
out vec4 color;

void main() {
    vec3 d = cube_direction(face, place * size / (size - 1.0));
    vec3 curl = vec3(fbm(d * 2.6, 4), fbm(d * 2.6 + 9.0, 4), fbm(d * 2.6 + 19.0, 4));
    float bank = fbm(d * 3.2 + curl * 2.4, 6);
    float wisps = fbm(d * vec3(9.0, 15.0, 9.0) + curl * 5.0, 5);
    float thick = smoothstep(0.02, 0.42, bank * 1.25 + wisps * 0.42);
    color = vec4(vec3(thick), 1.0);
}
