#include "common/display.glsl"
#include "common/orbs.glsl"
in vec4 tint;
in vec4 local;
out vec4 color;

void main() {
    float behind = clamp(-local.y / max(local.z, 0.001), 0.0, 1.0);
    float past = max(local.y, -local.y - local.z);
    float d = length(vec2(local.x, max(past, 0.0)));
    vec3 light;
    float shade = 0.0;
    if (local.w > 1.5) {
        // Dark around an orb's ring, below all orbs: upon what burns, it is the ring that tells a bullet.
        color = vec4(0.0, 0.0, 0.0, DEEPEST * smoothstep(SHADE, SHADE_FULL, length(local.xy)) * tint.a);
        return;
    }
    if (local.w > 0.5) {
        float r = length(local.xy);
        float core = smoothstep(0.62, 0.40, r), ring = smoothstep(0.24, 0.12, abs(r - 1.0));
        float halo = max(0.0, 1.0 - r / GLOW);
        float wake = max(0.0, 1.0 - abs(local.x) / 0.8) * (1.0 - behind) * step(local.y, 0.0) * 0.35;
        shade = DEEPEST * smoothstep(1.36, 1.18, r);  // up to its ring: one that lies upon another one is whole
        light = mix(tint.rgb, vec3(1.0), core * 0.9) * (core + ring) + tint.rgb * (halo * halo * 0.55 + wake);
    } else {
        // A dart: a white point in a body of its own colour. It only adds light, and hides no threat.
        float slim = mix(1.0, 0.35, behind);
        float body = smoothstep(1.0 * slim, 0.55 * slim, d) * (1.0 - behind * 0.45);
        float core = smoothstep(0.50 * slim, 0.20 * slim, d) * (1.0 - behind);
        float halo = max(0.0, 1.0 - d / GLOW) * (1.0 - behind * 0.8);
        light = tint.rgb * body * 0.95 + vec3(0.85) * core + tint.rgb * halo * halo * 0.36;
    }
    color = vec4(emit(light * tint.a), shade * tint.a);
}
