// A sun behind a black moon: the corona's streamers, a ring of fire, and one bead of the sun itself.
#include "common/mark.glsl"

void main() {
    float r = length(place), turn = atan(place.y, place.x), away = max(r - disc, 0.0) / (1.0 - disc);
    float halo = max(0.0, 1.0 - away), streams = 1.0 + 0.34 * waves(turn * 3.0) * smoothstep(0.0, 0.4, away);
    streams += 0.10 * waves(turn * 17.0) + 0.06 * waves(turn * 31.0);
    float ring = exp(-away * 26.0), bead = exp(-7.0 * length(place - disc * vec2(0.62, 0.80)) / disc);
    vec3 corona = light * (halo * halo * halo * max(streams, 0.0) * 0.72) + ring * vec3(0.55) + bead * vec3(1.3, 1.2, 1.0);
    color = vec4(corona * inside(disc, r), inside(r, disc));
}
