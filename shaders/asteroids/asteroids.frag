#include "common/scene.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
in vec3 world;
in vec3 normal;
in vec3 albedo;
in vec4 shade;
in float cover;
in vec4 seam;
out vec4 color;

const float BRIGHTEST = 0.42;  // what flies in front of a rock must stand out from it

// Thresholds in 0..1 that are spread evenly over any neighbourhood of pixels (Jimenez, "Next Generation Post
// Processing in Call of Duty", 2014).
float spread_noise(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

void main() {
    // A rock that falls in near the camera would hide what it falls upon: it is drawn as a veil of pixels.
    if (cover < 1.0 && cover < spread_noise(gl_FragCoord.xy)) discard;
    vec3 n = normal;
    if (shade.w > 0.0) {
        vec3 facet = normalize(cross(dFdx(world), dFdy(world)));
        n = mix(n, facet, shade.w);
    }
    n = normalize(n);
    vec3 light = lit(albedo, n, world, shade.y);
    float edge = 1.0 - max(dot(n, normalize(eye.xyz - world)), 0.0);
    light += haze.rgb * (edge * edge * edge) * 0.42;  // air parts it from the ground
    light += vec3(1.0, 0.36, 0.07) * shade.z;
    light *= min(1.0, BRIGHTEST / max(max(light.r, light.g), max(light.b, 1e-4)));
    // A loaded rock is cracked along a wavering belt that shows the light within, slowly breathing.
    float crack = abs(seam.y + 0.16 * sin(5.0 * seam.x) * cos(4.0 * seam.z));
    float heat = seam.w * (0.75 + 0.25 * sin(2.0 * eye.w));
    light += heat * (vec3(1.0, 0.72, 0.26) * smoothstep(0.11, 0.03, crack) + vec3(0.30, 0.17, 0.04) * smoothstep(0.38, 0.05, crack));
    color = vec4((light), 1.0);
}
