#include "common/display.glsl"
in vec4 tint;
in vec4 local;
out vec4 color;

void main() {
    float behind = clamp(-local.y / max(local.z, 0.001), 0.0, 1.0);
    float past = max(local.y, -local.y - local.z);
    float d = length(vec2(local.x, max(past, 0.0)));
    if (local.w > 0.5) {
        // An orb: white-hot within a ring of its own colour that hides what lies below, and a tail of light.
        float r = length(local.xy);
        float body = 1.0 - smoothstep(0.95, 1.15, r), core = 1.0 - smoothstep(0.30, 0.58, r), ring = 1.0 - smoothstep(0.08, 0.30, abs(r - 0.92));
        float halo = max(0.0, 1.0 - r / GLOW);
        float wake = max(0.0, 1.0 - abs(local.x) / 0.8) * (1.0 - behind) * step(local.y, 0.0) * 0.4;
        vec3 light = tint.rgb * (0.55 * body + 0.75 * ring + 0.42 * halo * halo + wake);
        color = vec4(emit((light + 0.9 * core) * tint.a), body * tint.a);
        return;
    }
    // A dart: a white point in a body of its own colour. Those that overlap share their light.
    float slim = mix(0.84, 0.36, behind);
    float body = (1.0 - smoothstep(0.55 * slim, 1.0 * slim, d)) * (1.0 - behind * 0.45);
    float core = (1.0 - smoothstep(0.20 * slim, 0.50 * slim, d)) * (1.0 - behind);
    float halo = max(0.0, 1.0 - d / GLOW) * (1.0 - behind * 0.8);
    float shape = body * 0.85 + halo * halo * 0.24;
    color = vec4(emit((tint.rgb * shape + 0.45 * core) * tint.a), min(1.1 * shape, 1.0) * tint.a);
}
