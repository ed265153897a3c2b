// A stretch of a curtain of light, from its foot up; it repeats.
#include "common/mark.glsl"

void main() {
    float at = place.y * 0.5 + 0.5, x = place.x * 3.14159265;
    float rays = 0.62 + 0.17 * (sin(x * 5.0) + sin(x * 8.0 + 2.0) + 0.8 * sin(x * 19.0 + 1.0)) + 0.10 * (sin(x * 37.0) + sin(x * 53.0));
    float curtain = smoothstep(0.0, 0.10, at) * exp(-max(at - 0.09, 0.0) * (3.4 + 1.6 * sin(x * 3.0 + 1.0)));
    vec3 hue = mix(light, vec3(0.46, 0.26, 0.95), smoothstep(0.12, 0.70, at));
    color = vec4(hue * curtain * max(rays, 0.0) * (1.0 - smoothstep(0.55, 1.0, at)), 0.0);
}
