// From heights, what light needs to know of a hull: bevels as slopes, how open to the sky each place is, plating, of
// lamps how deep within each place is; and what it is made of: shares of hull, dark metal, accent and lamp.
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
const vec2 PANEL = vec2(0.34, 0.27);  // of plating [radii]
const float SEAM = 0.026, GROOVE = 0.085;  // width of seams, and how far one runs within the edge of each plate [radii]
const int LAMP = 4;

// Share of the places so far away that are higher or lower, and 1 where any is.
vec2 around(vec2 uv, float here, float away) {
    vec2 other = vec2(0.0);
    for (int i = 0; i < AROUND; i++) {
        float angle = 6.2831853 * float(i) / float(AROUND);
        float rise = texture(source, uv + vec2(cos(angle), sin(angle)) * (away * radius) * texel).r - here;
        float step = smoothstep(0.0, 0.04, abs(rise));
        other = vec2(other.x + step / float(AROUND), max(other.y, step));
    }
    return other;
}

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
    // A seam runs around each plate within its edge; others part it into panels, some of them left out, mirrored about
    // the axis of the ship. Some panels have a hatch.
    vec2 at = (fract(uv * tiles.xy) * 2.0 - 1.0) * tiles.z;
    at.x = abs(at.x);
    int level = int(floor(here * 9.0));
    vec2 cell = at / PANEL + 0.5, inside = (0.5 - abs(fract(cell) - 0.5)) * PANEL, next = floor(cell - 0.5);
    vec3 own = random3(ivec3(floor(cell), level));
    bvec2 cut = greaterThan(vec2(random3(ivec3(next.x, floor(cell.y), level)).y, random3(ivec3(floor(cell.x), next.y, level)).z), vec2(0.45));
    float near = min(cut.x ? inside.x : 1.0, cut.y ? inside.y : 1.0);
    int paint = int(texelFetch(source, ivec2(gl_FragCoord.xy), 0).g + 0.5);
    // One call in a loop that is not unrolled: software renderers compile a copy for each.
    const float REACHES[5] = float[](GROOVE, GROOVE - SEAM, 0.08, 0.20, 0.34);
    float edged = 0.0, within = 0.0, shallow = 0.0;
    int count = paint == 0 ? 0 : paint == LAMP ? 5 : 2;
    for (int k = 0; k < count; k++) {
        vec2 other = around(uv, here, REACHES[k]);
        edged = k == 0 ? other.y : edged;
        within = k == 1 ? 1.0 - other.y : within;
        shallow += k > 1 ? other.x / 3.0 : 0.0;
    }
    float seam = mix(1.0 - smoothstep(0.2 * SEAM, 0.6 * SEAM, near), within, edged);
    float hatch = own.x > 0.72 ? smoothstep(0.06, 0.08, min(inside.x, inside.y)) * (1.0 - edged) : 0.0;
    float plating = 0.90 * (1.0 - 0.62 * seam) * (1.0 - 0.22 * hatch) + WORN * edge / float(AROUND);
    if (paint == LAMP) plating = (1.0 - shallow) / 0.7;
    plan = vec4(slope * 0.5 + 0.5, 1.0 - DEEP * min(1.0, 1.6 * hidden), clamp(plating * 0.7, 0.0, 1.0));
    matter = vec4(paint == 1, paint == 2 || paint == 5, paint == 3, paint == LAMP);
}
