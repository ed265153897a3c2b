// A column of smoke that leans with the wind, lit from its foot.
#include "common/mark.glsl"
#include "common/grains.glsl"

void main() {
    float high = place.y * 0.5 + 0.5, wide = 0.10 + 0.62 * high, x = place.x + 0.22 - 0.40 * high * high;
    vec2 rough = grains(vec2(x * 2.6, high * 3.4) + 5.0);
    float dense = (1.0 - smoothstep(wide * 0.25, wide, abs(x + 0.45 * rough.x * high) + 0.34 * rough.y)) * (1.0 - smoothstep(0.45, 1.0, high));
    float lit = clamp(0.35 + 1.1 * (rough.x + rough.y) + 0.9 * dot(vec2(x / wide, 0.2), towards_sun.xy), 0.0, 1.0);
    vec3 smoke = mix(vec3(0.05, 0.04, 0.045), vec3(0.46, 0.35, 0.31), lit);
    color = vec4((smoke + light * exp(-high * 4.5)) * dense, dense * 0.92);
}
