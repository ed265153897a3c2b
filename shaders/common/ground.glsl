// Begins the recipe of a ground, a file of shaders/bake. The recipe says `RELIEF` before; `vec4 form(vec3 d)`: the height
// in x, and what else its matter needs; and `vec4 matter(vec4 form, vec3 d)`: albedo, and how much it glows in alpha. A tile
// is painted twice: its forms with a border of one texel, then, with MATTER defined, what they look like in low light from
// the sun's side.
#include "common/cube.glsl"
uniform vec3 sun, ocean, shallows, lowland, highland, peaks;
vec4 form(vec3 d);
vec4 matter(vec4 form, vec3 d);

#ifndef MATTER
void main() { color = form(direction_at(place)); }
#else
uniform sampler2D forms;
const ivec2 STEPS[5] = ivec2[](ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1), ivec2(0, 0));

void main() {
    vec3 points[5];
    vec4 here;
    for (int i = 0; i < 5; i++) {
        here = texelFetch(forms, ivec2(gl_FragCoord.xy) + 1 + STEPS[i], 0);
        vec2 at = place + vec2(STEPS[i]) * 2.0 / size;
        points[i] = direction_at(at) * (1.0 + RELIEF * here.x);
    }
    vec3 d = normalize(points[4]), n = normalize(cross(points[0] - points[1], points[2] - points[3]));
    n *= sign(dot(n, d));
    // Everywhere from the horizon that is nearest to the sun: light from above would show no form.
    vec3 low = normalize(sun - d * dot(normalize(sun), d) + 0.05 * cross(d, vec3(0.3, 0.8, 0.5)));
    float slope = dot(n, low);
    color = matter(here, d);
    color.rgb = clamp(color.rgb * clamp(1.0 + 1.5 * slope, 0.18, 2.4), 0.0, 1.0);
}
#endif
