// What ships are made of, and the light on it. Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass.
#include "common/display.glsl"
#include "common/light.glsl"
const float RIM = 1.9, GLOW = 0.24, LAMP = 2.8;  // of the rim towards the eye, of accents and of lamps
const float CALM = 0.55;  // how much less of it large hulls have: they are wide, and what flies before them is not

// `matter`: shares of hull, dark metal, accent and lamp; what is left is glass.
vec3 hull_light(vec4 matter, vec3 tint, vec3 n, vec3 world, float open, float plating, float heavy) {
    vec3 to_eye = normalize(eye.xyz - world);
    float less = 1.0 - CALM * heavy, dark = open * open, glass = max(0.0, 1.0 - dot(matter, vec4(1.0)));
    vec3 albedo = matter.x * mix(vec3(0.62, 0.67, 0.75), tint, 0.30) + matter.y * mix(vec3(0.085, 0.095, 0.12), tint, 0.10)
                + matter.z * 1.7 * mix(tint, vec3(1.0), 0.08) + glass * vec3(0.02, 0.05, 0.09);
    float gloss = 1.8 * glass + plating * (0.7 * (matter.x + matter.y) + 0.22 * matter.z);
    vec3 light = lit(albedo * plating * (1.0 - 0.35 * heavy), n, world, gloss) * dark;
    light += tint * (GLOW * matter.z * less * dark * plating);
    float edge = 1.0 - max(dot(n, to_eye), 0.0);
    light += tint * ((1.0 - matter.w) * RIM * less * edge * edge * dark);
    if (matter.w > 0.0) {
        // A white-hot heart; of large ones, that burn, only where the fire is highest.
        float fire = 0.5 + 0.25 * (sin(2.1 * world.x + 1.7 * world.y + 3.0 * eye.w) + sin(2.6 * world.z - 1.3 * world.x - 2.3 * eye.w));
        vec3 hot = mix(tint, vec3(max(tint.r, max(tint.g, tint.b))), mix(0.34, 0.30 * fire, heavy));
        light += hot * (matter.w * LAMP * less * mix(1.0, 0.4 + 0.9 * fire, heavy));
    }
    return light;
}
