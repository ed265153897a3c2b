// Rock is pitted, ice lets light through and sparkles, metal mirrors; the gloss of the mesh tells them apart.
#include "common/scene.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
#include "common/turn.glsl"
uniform sampler3D grain;  // slopes and height of noise that tiles, see `arena.render.passes.asteroids`
in vec3 world, normal, albedo, glare, place, state;
in vec4 shade;
flat in float cover;
flat in vec4 turn;
out vec4 color;

const float BRIGHTEST = 0.62;  // what flies in front of a rock must stand out from it

// Share of light that metal keeps: panels of two sizes, each of its own tone, some broken, between grooves.
float plated() {
    vec3 along = abs(place);
    vec2 at = along.x > max(along.y, along.z) ? place.yz : along.y > along.z ? place.zx : place.xy;
    at = at * 1.4 + 0.4;
    vec2 pixel = fwidth(at);
    float large = step(0.4, fract(sin(dot(floor(at), vec2(12.9, 78.2))) * 43758.5));
    at *= 2.0 - large;
    vec2 edge = 0.5 - abs(fract(at) - 0.5);
    float tone = fract(sin(dot(floor(at), vec2(41.3, 17.9)) + 7.0 * large) * 9173.3);
    float groove = smoothstep(0.015, 0.015 + max(0.05, 2.0 * max(pixel.x, pixel.y)), min(edge.x, edge.y));
    tone = mix(mix(0.42, 1.0, tone), 0.18, step(tone, 0.14));
    return mix(0.7, tone * mix(0.3, 1.0, groove), 1.0 - smoothstep(0.1, 0.3, max(pixel.x, pixel.y)));
}

void main() {
    vec3 n = normalize(normal), to_eye = normalize(eye.xyz - world), matter = albedo;
    vec3 face = cross(dFdx(world), dFdy(world));  // nothing where a triangle is seen edge-on
    if (dot(face, face) > 0.0) n = normalize(mix(n, normalize(face), shade.w));
    float ice = step(0.8, shade.y), metal = step(0.5, shade.y) - ice;
#ifdef FINE
    vec4 rough = vec4(0.0);
    for (int i = 0; i < 3; i++) {
        float often = 3.0 * float(1 << i) + 6.0 * metal;
        vec4 layer = (texture(grain, place * (often / TILE) + 0.62 * float(i)) - 0.5) / float(1 << i);
        rough += vec4(layer.xyz * (often * SLOPE), layer.w * HEIGHT);
    }
    // A normal tilted by the slope of a height.
    vec3 slope = rotate(turn, rough.xyz);
    n = normalize(n - mix(mix(0.17, 0.07, ice), 0.006, metal) * (slope - n * dot(n, slope)));
    matter *= 1.0 + mix(0.9, 0.5, max(ice, metal)) * rough.w;
#endif
    float edge = 1.0 - max(dot(n, to_eye), 0.0), gloss = mix(shade.y, 2.2, metal);
    vec3 light = lit(matter * mix(mix(1.3, 0.62, ice), 0.34, metal), n, world, gloss);
    light += matter * linear(glare);
    light += haze.rgb * (edge * edge * edge) * 0.5;  // air parts it from the ground
    light += ice * albedo * (0.05 + 0.55 * edge * edge + 0.25 * max(-dot(n, sun.xyz), 0.0));  // light goes through it
    vec3 outward = normalize(world), mirrored = reflect(-to_eye, n);
    light += metal * haze.rgb * (0.55 * smoothstep(0.1, 0.7, -dot(mirrored, outward)));  // the planet in its plates
    light *= min(1.0, BRIGHTEST / max(max(light.r, light.g), max(light.b, 1e-4)));
    if (metal > 0.0) light *= plated();  // all of a mesh or nothing, here and below
    // Narrow light may be brighter: a rim towards the sun, and what glints where a facet faces it, ice most of all.
    float sunward = smoothstep(-0.1, 0.7, dot(n, sun.xyz)) * smoothstep(-0.25, 0.25, dot(outward, sun.xyz));
    light += sun_light.rgb * (edge * edge * edge * (0.25 + 0.9 * sunward));
    if (metal == 0.0) {
        vec3 cell = floor(place * mix(14.0, 19.0, ice) + 3.0 * n);
        float spark = step(mix(0.985, 0.94, ice), fract(sin(dot(cell, vec3(12.9, 78.2, 37.7))) * 43758.5));
        light += spark * (0.5 + 0.5 * sin(3.0 * eye.w + 9.0 * cell.x)) * mix(vec3(0.7, 0.6, 0.45), vec3(1.1), ice) * (0.25 + 0.75 * sunward);
    }
    if (state.y > 0.0) {  // broken faces are hot, in veins, and cool down
        float veins = 0.5 + 0.5 * sin(7.0 * place.x + 2.0 * sin(5.0 * place.y)) * cos(6.0 * place.z + 2.0 * place.x);
        light += state.y * state.y * vec3(1.6, 0.42, 0.07) * smoothstep(0.9 - 0.8 * state.y, 1.0, veins + 0.35 * edge);
    }
    // A loaded rock is cracked along a wavering belt that shows the light within, slowly breathing; between the
    // plates of metal there is a core, which is dark in all others.
    if (state.x > 0.0) {
        float crack = abs(place.y + 0.16 * sin(5.0 * place.x) * cos(4.0 * place.z)), glow = 0.75 + 0.25 * sin(2.0 * eye.w);
        light += glow * (vec3(1.5, 0.98, 0.30) * max(1.0 - smoothstep(0.03, 0.11, crack), 0.7 * shade.z) + vec3(0.36, 0.20, 0.05) * (1.0 - smoothstep(0.05, 0.40, crack)));
    }
    color = vec4(light, 1.0) * cover;
}
