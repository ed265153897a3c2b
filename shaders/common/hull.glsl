// What ships are made of, and the light on it. Paints: 0 hull, 1 dark metal, 2 accent, 3 lamp, 4 glass.
#include "common/display.glsl"
#include "common/light.glsl"
const float RIM = 1.9, GLOW = 0.24, LAMP = 2.8;  // of the rim towards the eye, of accents and of lamps
const float CALM = 0.55;  // how much less of it large hulls have: they are wide, and what flies before them is not

vec3 hull_light(int paint, vec3 tint, vec3 n, vec3 world, float open, float plating, float heavy) {
    vec3 to_eye = normalize(eye.xyz - world);
    float less = 1.0 - CALM * heavy;
    if (paint == 3) {
        // A white-hot heart; of large ones, that burn, only where the fire is highest.
        float fire = 0.5 + 0.25 * (sin(2.1 * world.x + 1.7 * world.y + 3.0 * eye.w) + sin(2.6 * world.z - 1.3 * world.x - 2.3 * eye.w));
        float white = mix(0.34, 0.30 * fire, heavy);
        return mix(tint, vec3(max(tint.r, max(tint.g, tint.b))), white) * (LAMP * less * mix(1.0, 0.4 + 0.9 * fire, heavy));
    }
    vec3 albedo = paint == 0 ? mix(vec3(0.62, 0.67, 0.75), tint, 0.30)
                : paint == 1 ? mix(vec3(0.085, 0.095, 0.12), tint, 0.10)
                : paint == 2 ? mix(tint, vec3(1.0), 0.08) * 1.7 : vec3(0.02, 0.05, 0.09);
    float dark = open * open;
    vec3 light = lit(albedo * plating * (1.0 - 0.35 * heavy), n, world, paint == 4 ? 1.8 : (paint == 2 ? 0.22 : 0.7) * plating) * dark;
    if (paint == 2) light += tint * (GLOW * less * dark * plating);
    float edge = 1.0 - max(dot(n, to_eye), 0.0);
    return light + tint * (RIM * less * edge * edge * dark);
}
