// What ships are made of, and the light on it; `glare` is that of explosions. Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass.
#include "common/display.glsl"
#include "common/light.glsl"
const float RIM = 3.2, GLOW = 0.82, LAMP = 3.8;  // of the rim towards the eye, of accents and of lamps
const float PALE = 0.16, UNSHADED = 0.55, NEAR = 25.0, FAR = 75.0;  // how far the rim is whiter than the ship; share of it at the foot of small hulls' sides, else a dark line; [u] between which small ships glow more: they are few pixels
const vec3 STEEL = vec3(0.22, 0.25, 0.30);  // dark enough that its form shows in any light
const float CALM = 0.75, CREST = 13.0;  // how much less of it large hulls have: they are wide, and what flies before them is not; light of rims in a river
const float SEAM = 2.4;   // of the fire in seams of large hulls

// `matter`: shares of hull, dark metal, accent and lamp; what is left is glass.
vec3 hull_light(vec4 matter, vec3 tint, vec3 n, vec3 world, float open, float plating, float heavy, vec3 glare) {
    vec3 to_eye = normalize(eye.xyz - world), white = vec3(max(tint.r, max(tint.g, tint.b)));
    float away = smoothstep(NEAR, FAR, distance(eye.xyz, world));
    heavy *= 1.0 - 0.75 * away * (1.2 - heavy);  // from afar a large hull is few pixels, too; a boss is many
    float less = 1.0 - CALM * heavy, dark = open * open, glass = max(0.0, 1.0 - dot(matter, vec4(1.0)));
    // Large hulls are of dark metal, painted in the ship's colour, worn bright at their edges.
    vec3 albedo = matter.x * mix(STEEL, tint, 0.12) * (1.0 - 0.5 * heavy) + matter.y * mix(vec3(0.10, 0.11, 0.14), tint, 0.16) * (1.0 - 0.4 * heavy)
                + matter.z * mix(0.95, 0.24, heavy) * mix(tint, vec3(1.0), 0.04) + glass * vec3(0.02, 0.05, 0.09);
    float solid = matter.x + matter.y, worn = heavy * smoothstep(0.64, 0.80, plating) * (solid + matter.z);
    albedo = mix(albedo, mix(STEEL * 2.0, tint, 0.25), 0.7 * worn);
    float gloss = 1.8 * glass + plating * ((0.7 - 0.5 * heavy + 0.9 * worn) * solid + 0.22 * less * matter.z);
    vec3 light = (lit(albedo * plating, n, world, gloss) + (2.0 - heavy) * albedo * plating * linear(glare)) * dark;
    float edge = 1.0 - max(dot(n, to_eye), 0.0), rim = edge * edge * edge, far = (1.0 - heavy) * away;
    light += tint * (GLOW * (1.0 + 2.5 * far) * matter.z * less * less * dark * plating);
    rim *= mix(1.0, rim, heavy * heavy);
    light += mix(tint, white, PALE) * ((1.0 - matter.w) * RIM * (1.0 + 1.5 * far) * (1.0 - 0.5 * heavy) * rim * mix(dark, 1.0, UNSHADED * (1.0 - heavy)));
    float fire = 0.0;
    if (heavy > 0.0) {  // what burns within shows in the seams
        fire = 0.5 + 0.25 * (sin(2.1 * world.x + 1.7 * world.y + 3.0 * eye.w) + sin(2.6 * world.z - 1.3 * world.x - 2.3 * eye.w));
        light += tint * (heavy * SEAM * (solid + matter.z) * (1.0 - smoothstep(0.26, 0.40, plating)) * (0.5 + fire));
    }
    // A white-hot heart; that of a large one is deep within: dark at its brim, then in the ship's own colour.
    float heart = smoothstep(0.35, 1.0, plating + 0.12 * fire), wave = 0.75 + 0.25 * sin(24.0 * plating + 4.0 * eye.w);
    vec3 hot = mix(tint, white, 0.10 + 0.85 * heart * heart) * (0.5 + 0.5 * heart);
    float deep = smoothstep(0.10, 0.84, plating + 0.2 * (fire - 0.5)), middle = deep * deep * deep;
    vec3 burning = tint * (0.03 + 0.55 * deep * wave) + 0.45 * mix(tint, white, 0.5) * middle * middle;
    return light + matter.w * LAMP * mix(hot, burning, heavy);
}

// Who flows in a river, x: 1, y: share of its light: dark but for a rim towards the sun.
vec3 flowing(vec3 light, vec3 tint, vec3 n, vec3 world, vec2 river) {
    float edge = 1.0 - max(dot(n, normalize(eye.xyz - world)), 0.0), sunlit = 0.25 + max(dot(n, normalize(sun.xyz + 0.5 * up.xyz)), 0.0);
    return mix(light, river.y * (0.6 * light + CREST * mix(tint, vec3(tint.r), PALE) * (edge * edge * sunlit)), river.x);
}

// A hull that glows all over, 0 to 1, and keeps its form; large ones less, of which a hit is a small part: their own
// colour all over would flatten them.
vec3 heated(vec3 light, vec3 tint, float heat, float heavy) {
    return light + heat * (1.0 - 0.7 * heavy) * (1.4 * light + (1.1 - 0.8 * heavy) * tint + 0.45 * (1.0 - heavy));
}
