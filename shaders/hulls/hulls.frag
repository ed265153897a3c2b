// As ships are, but so large that light differs upon one side, and that plates are seen.
#include "common/scene.glsl"
#include "common/hull.glsl"
#include "common/edge.glsl"
in vec3 world;
in vec3 normal;
in vec3 accent;
in vec4 look;  // depth, flash, share of bloom, near light
in float paint;
in float heavy;
in float pale;
in vec2 plan;
out vec4 color;

// Large hulls are of plates in rings around their middle, none quite like the next; the light that one keeps.
const float RING = 1.7;  // [u] from one ring of plates to the next
const float SECTORS = 4.0;  // plates that each ring has more than the one within
const float SEAM = 0.03, SEAM_LIGHT = 0.55;  // half width [u], and what is left of its light
const float UNLIKE = 0.30;

float plated(vec2 place) {
    float away = length(place), ring = floor(away / RING), sectors = SECTORS * (ring + 1.0);
    float turn = (atan(abs(place.x), place.y) / 3.14159265 + 0.25 * mod(ring, 2.0) / sectors) * 0.5 * sectors;
    float tone = fract(sin(dot(vec2(ring, floor(turn)), vec2(12.9898, 78.233))) * 43758.5453);
    float wide = length(fwidth(place));  // [u] of a pixel
    float along = abs(fract(turn + 0.5) - 0.5) * 6.2831853 * away / sectors;
    float across = abs(fract(away / RING + 0.5) - 0.5) * RING;
    float seam = 1.0 - smoothstep(SEAM, SEAM + wide, min(along, across));
    float near = 1.0 - smoothstep(0.08, 0.30, wide);  // from afar they would only shimmer
    return mix(1.0, (1.0 + UNLIKE * (tone - 0.5)) * mix(1.0, SEAM_LIGHT, seam), near);
}

void main() {
    int kind = int(paint + 0.5);
    vec3 tint = linear(accent), albedo = hull_albedo(kind, tint, heavy, pale);
    if (kind < 2 && heavy > 0.0 && look.x > 1.5) albedo *= mix(1.0, plated(plan), heavy);
    vec3 light = hull_light(kind, albedo, accent, normalize(normal), world, look.w, heavy, pale);
    light += edge_light(tint, look.w) * edge_line(look.x, look.w);
    color = vec4(surface(mix(light, vec3(2.2), look.y * 0.8)), look.z);
}
