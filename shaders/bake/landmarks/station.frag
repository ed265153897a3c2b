// A wheel seen at a slant: a drum of decks with lit windows, spokes, a hub with its mast. Drawn in slices along its axis, far to near.
#include "common/mark.glsl"
const mat2 LEAN = mat2(0.94, -0.34, 0.34, 0.94);
const float ASLANT = 0.36, ACROSS = 0.93, DEEP = 0.10;  // cosine and sine of the slant; half the width of the drum
const vec3 PLANET = vec3(0.10, 0.16, 0.26), LAMP = vec3(0.80, 0.58, 0.29);  // light from below, and of a window
const int MIDDLE = 4, SLICES = 2 * MIDDLE + 1;  // along the axis, from the far side to the near one

vec3 metal(vec3 n) {
    vec3 sun = vec3(LEAN * towards_sun.xy, towards_sun.z);
    float down = max(-dot(n.xy, LEAN * vec2(0.0, 1.0)), 0.0);
    return light * (0.05 + 0.62 * max(dot(n, sun), 0.0)) + PLANET * down;
}

void main() {
    vec2 p = LEAN * place;
    color = vec4(0.0);
    for (int i = 0; i < SLICES; i++) {
        vec2 wheel = vec2(p.x, (p.y - DEEP * ACROSS * float(i - MIDDLE) / float(MIDDLE)) / ASLANT);
        float r = length(wheel), turn = atan(wheel.y, wheel.x), wall = abs(r - 0.84);
        vec2 way = wheel / max(r, 1e-4) * (r < 0.84 ? -1.0 : 1.0);  // out of the drum or into it
        bool near = i == SLICES - 1;
        vec3 n = near ? vec3(0.0, ACROSS, ASLANT) : normalize(vec3(way.x, way.y * ASLANT, -way.y * ACROSS));
        vec3 shown = metal(n) * (0.8 + 0.2 * step(0.12, fract(turn * 7.64)));
        if (i % MIDDLE != 0) shown += LAMP * step(0.55, fract(turn * 19.1 + float(i) * 0.37)) * inside(abs(wall - 0.06), 0.02);
        float cover = inside(wall, 0.07);
        if (abs(i - MIDDLE) < 2) cover = max(cover, inside(abs(r - 0.58), 0.025));
        if (i == MIDDLE) cover = max(cover, inside(abs(sin(turn * 3.0)) * r, 0.03) * inside(r, 0.84));
        color = mix(color, vec4(shown, 1.0), cover);
        if (i == MIDDLE) {
            float hub = max(inside(length(p * vec2(1.0, 0.8)), 0.13), inside(abs(p.x), 0.02) * inside(abs(p.y), 0.46));
            color = mix(color, vec4(metal(normalize(vec3(p / 0.13, 0.6))), 1.0), hub);
        }
    }
}
