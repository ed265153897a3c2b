// A moon; from a broken one (its disc leaves room) a piece has come away, and crumbs.
#include "common/mark.glsl"
#include "common/grains.glsl"
const vec2 SPLIT = vec2(0.771, 0.637);

void main() {
    float broken = step(disc, 0.7);
    float jag = 0.16 * sin(place.x * 9.0 - place.y * 7.0) + 0.09 * sin(place.x * 23.0 - place.y * 17.0 + 2.0);
    float gap = dot(place, SPLIT) - 0.33 * disc + jag * 0.6 - 9.0 * (1.0 - broken);
    vec2 p = (place - (SPLIT * 0.20 + vec2(-0.05, 0.07)) * step(0.05, gap)) / disc, rough = grains(p * 2.4);
    float r = length(p), height = sqrt(max(0.0, 1.0 - r * r));
    float lit = max(0.0, dot(normalize(vec3(p + 0.6 * rough, height)), towards_sun)) * 1.15 + 0.05;
    float whole = inside(r, 1.0) * (1.0 - inside(abs(gap - 0.03), 0.06));
    vec3 dice = random3(ivec3(floor(place * 17.0), 7));
    float belt = broken * smoothstep(0.55, 0.05, abs(dot(place, vec2(-SPLIT.y, SPLIT.x)) - 0.1)) * smoothstep(0.12, 0.3, gap);
    float crumb = inside(length(fract(place * 17.0) - 0.5 + (dice.xy - 0.5) * 0.5), 0.05 + 0.24 * dice.z);
    crumb *= step(dice.x, belt * 0.7) * (1.0 - whole);
    float cover = max(whole, crumb);
    color = vec4(light * mix(lit * (0.78 + 0.7 * (rough.x + rough.y)), 0.45, crumb) * cover, cover);
}
