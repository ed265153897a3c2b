// From heights, what light needs to know of a hull: bevels as slopes, how open to the sky each place is, plating;
// and what it is made of: shares of hull, dark metal, accent and lamp.
#include "common/hash.glsl"
#include "common/plan.glsl"
uniform sampler2D source;  // height and paint + 1, 0 where there is no hull
uniform vec2 texel;
uniform float radius;  // texels in a radius of a ship
in vec2 place;
layout(location = 0) out vec4 plan;
layout(location = 1) out vec4 matter;
const int AROUND = 12;
const float BEVEL = 0.045, SHADE = 0.13;  // how far edges are rounded, and how far plates shade [radii]
const float STEEP = 5.0, DEEP = 0.75, WORN = 2.2;
const float PANEL = 0.21, SEAM = 0.030;  // of plating [radii]

void main() {
    vec2 uv = place * 0.5 + 0.5;
    float here = texture(source, uv).r, hidden = 0.0, edge = 0.0;
    vec2 slope = vec2(0.0);
    for (int i = 0; i < 2 * AROUND; i++) {
        float angle = 6.2831853 * float(i) / float(AROUND) + 0.3 * float(i / AROUND);
        vec2 way = vec2(cos(angle), sin(angle));
        float away = i < AROUND ? BEVEL : SHADE;
        float rise = texture(source, uv + way * (away * radius) * texel).r - here;
        if (i < AROUND) {
            slope -= way * clamp(rise, -0.25, 0.25);
            edge += clamp(-rise, 0.0, 0.2);
        }
        hidden += clamp(rise / away, 0.0, 1.2) / float(2 * AROUND);
    }
    slope *= STEEP / float(AROUND);
    // Seams of plates in a grid that is offset row by row, mirrored about the axis of the ship.
    vec2 at = (fract(uv * tiles) * 2.0 - 1.0) * REACH;
    at.x = abs(at.x);
    float row = floor(at.y / PANEL + 0.5), shift = 0.37 * row + floor(here * 9.0) * 0.31;
    vec2 cell = vec2(at.x / (PANEL * 1.6) + shift, at.y / PANEL + 0.5);
    vec2 gap = abs(fract(cell) - 0.5) * vec2(PANEL * 1.6, PANEL);
    float seam = smoothstep(0.5 * SEAM, 0.0, min(0.5 * PANEL * 1.6 - gap.x, 0.5 * PANEL - gap.y));
    float tone = random3(ivec3(floor(cell), int(floor(here * 9.0)))).x;
    float plating = (0.74 + 0.26 * tone) * (1.0 - 0.45 * seam) + WORN * edge / float(AROUND);
    plan = vec4(slope * 0.5 + 0.5, 1.0 - DEEP * min(1.0, 1.6 * hidden), clamp(plating * 0.7, 0.0, 1.0));
    int paint = int(texelFetch(source, ivec2(gl_FragCoord.xy), 0).g + 0.5);
    matter = vec4(paint == 1, paint == 2 || paint == 5, paint == 3, paint == 4);
}
