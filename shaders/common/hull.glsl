// What ships are made of, and the light on it. Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass, 5 keyline.
#include "common/display.glsl"
#include "common/light.glsl"
#ifdef HDR
const float OUTLINE = 1.5, LAMP = 0.9, CALM = 0.25;  // bloom adds to them
const float BLOOM = 0.3, KEYLINE_BLOOM = 0.0;  // how much of it is seen upon them, in alpha
#else
const float OUTLINE = 1.5, LAMP = 1.3, CALM = 0.0;
const float BLOOM = 1.0, KEYLINE_BLOOM = 1.0;
#endif
const float DARKER = 0.62;  // what hulls of enemies lack of the light of others, and of their shine
const vec3 KEYLINE = vec3(0.004, 0.006, 0.010);

// `pale`: 1, or less where the hull is an enemy's: it is dark, whatever its accent, and only its edges are bright.
vec3 hull_albedo(int paint, vec3 tint, float heavy, float pale) {
    if (paint == 0) return pale * mix(vec3(0.40, 0.45, 0.53) * (1.0 - 0.72 * heavy), tint * (1.0 - 0.7 * heavy), 0.32);
    if (paint == 1) return mix(vec3(0.07, 0.08, 0.11), tint, 0.06);
    return paint == 2 ? tint * mix(0.55, 0.36, heavy) : paint == 4 ? vec3(0.02, 0.05, 0.09) : vec3(0.0);
}

// `near_light`: 1 where so much of a ship glows side by side that bloom would wash out what parts it.
vec3 hull_light(int paint, vec3 albedo, vec3 shown, vec3 n, vec3 world, float near_light, float heavy,
                float pale) {
    if (paint == 5) return KEYLINE;
    if (paint == 3) return linear(mix(shown, vec3(1.0), 0.08)) * (1.5 * LAMP * (1.0 - CALM * near_light));
    vec3 light = lit(albedo, n, world, paint == 4 ? 1.6 : paint == 2 ? 0.12 : 0.35 * pale);
    if (paint == 2) light += linear(shown) * mix(0.45, 0.16, heavy);
    return paint == 0 ? light + albedo * 0.25 : light;
}

const float PALE = 0.38, LARGE_PALE = 0.25;  // white in the line along edges, of small hulls and of large ones and parts

// Of the line along edges: a pale accent.
vec3 edge_light(vec3 tint, float near_light) {
    return OUTLINE * (1.0 - CALM * near_light) * (0.8 + 0.5 * viewport.w) * mix(tint, vec3(1.0), mix(PALE, LARGE_PALE, near_light));
}
