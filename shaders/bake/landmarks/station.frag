// A wheel seen at a slant: two rims, spokes, a hub with its mast, lit windows. Air and distance lie before it: it is no target.
#include "common/mark.glsl"

void main() {
    vec2 p = vec2(place.x * 0.94 + place.y * 0.34, place.y * 0.94 - place.x * 0.34), wheel = vec2(p.x, p.y / 0.36);
    float r = length(wheel), turn = atan(wheel.y, wheel.x);
    float rims = max(inside(abs(r - 0.84), 0.075), inside(abs(r - 0.56), 0.03));
    float spokes = inside(abs(sin(turn * 3.0)) * r, 0.035) * inside(r, 0.84), hub = inside(length(p * vec2(1.0, 0.8)), 0.13);
    float mast = inside(abs(p.x), 0.022) * inside(abs(p.y), 0.46);
    float cover = max(max(rims, hub), max(spokes, mast));
    float lit = 0.26 + 0.60 * max(0.0, dot(normalize(vec3(p, 0.25)), towards_sun)) + 0.22 * hub;
    vec3 metal = light * (0.06 + 0.40 * lit * (0.85 + 0.15 * sin(turn * 48.0)));
    float windows = step(0.62, fract(turn * 11.5)) * inside(abs(r - 0.84), 0.028);
    color = vec4(metal * cover + windows * vec3(0.34, 0.27, 0.16), cover);
}
