#include "common/scene.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
in vec3 world;
in vec3 normal;
in vec3 accent;
in vec2 look;
in float heavy;
in float near_light;
in float depth;
in float hostile;
in vec2 plan;
out vec4 color;
#ifdef HDR
const float OUTLINE = 1.5, LAMP = 0.9, CALM = 0.25;  // bloom adds to them
const float BLOOM = 0.3, KEYLINE_BLOOM = 0.0;  // how much of it is seen upon them, in alpha
#else
const float OUTLINE = 1.5, LAMP = 1.3, CALM = 0.0;
const float BLOOM = 1.0, KEYLINE_BLOOM = 1.0;
#endif
const float WIDTH = 2.2, LARGE_WIDTH = 3.8;  // [px] of the line along an edge; of large hulls and of parts on them
const float PALE = 0.2, LARGE_PALE = 0.6;  // white in that line: large hulls are as large as what they must part from
const float DARKER = 0.62;  // what hulls of enemies lack of the light of others, and of their shine
const vec3 KEYLINE = vec3(0.004, 0.006, 0.010);

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

// Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass, 5 keyline.
void main() {
    if (look.x > 4.5) { color = vec4(surface(KEYLINE), KEYLINE_BLOOM); return; }
    int paint = int(look.x + 0.5);
    float calm = 1.0 - CALM * near_light;
    vec3 tint = linear(accent), n = normalize(normal);
    float pale = 1.0 - DARKER * hostile;
    vec3 albedo = paint == 0 ? pale * mix(vec3(0.40, 0.45, 0.53) * (1.0 - 0.72 * heavy), tint * (1.0 - 0.7 * heavy), 0.32)
                : paint == 1 ? mix(vec3(0.07, 0.08, 0.11), tint, 0.06)
                : paint == 2 ? tint * 0.55 : paint == 4 ? vec3(0.02, 0.05, 0.09) : vec3(0.0);
    if (paint < 2 && heavy > 0.0 && depth > 1.5) albedo *= mix(1.0, plated(plan), heavy);
    vec3 light = paint == 3 ? linear(mix(accent, vec3(1.0), 0.08)) * 1.5 * LAMP * calm : lit(albedo, n, world, paint == 4 ? 1.6 : paint == 2 ? 0.12 : 0.35 * pale);
    if (paint == 2) light += tint * 0.45;
    if (paint == 0) light += albedo * 0.25;
    // The upper edge of every side is a line in a pale accent, as wide on a boss as on a drone: it parts each
    // plate from what lies below, whatever that is.
    // Large hulls have one along the foot as well, where their sides end.
    float edge = near_light > 0.5 ? min(depth, 1.0 - depth) : depth;
    float width = mix(WIDTH, LARGE_WIDTH, near_light);
    float line = 1.0 - smoothstep(width - 0.5, width + 0.5, edge / max(fwidth(depth), 1e-4));
    if (paint != 3 && depth < 1.5) light += line * OUTLINE * calm * (0.8 + 0.5 * viewport.w) * mix(tint, vec3(1.0), mix(PALE, LARGE_PALE, near_light));
    color = vec4(surface(mix(light, vec3(2.2), look.y * 0.8)), BLOOM);
}
