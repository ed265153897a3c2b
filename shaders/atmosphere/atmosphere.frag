#include "common/scene.glsl"
#include "common/display.glsl"
in float height;
in vec3 outward;
out vec4 color;

void main() {
    vec3 n = normalize(outward);
    float day = smoothstep(-0.35, 0.45, dot(n, sun.xyz));
    float dusk = clamp(1.0 - abs(dot(n, sun.xyz) + 0.05) * 3.0, 0.0, 1.0);
    float air = exp(-height * 5.5) - 0.004;
    float line = exp(-height * 26.0);
    vec3 tint = mix(haze.rgb, vec3(1.0, 0.55, 0.30), dusk * 0.45);
    vec3 glow = tint * air * (0.16 + 0.95 * day) + mix(tint, vec3(1.0), 0.5) * line * (0.10 + 0.6 * day);
    color = vec4(emit(max(glow, 0.0) * 0.95), 1.0);
}
