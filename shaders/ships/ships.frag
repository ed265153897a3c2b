#include "common/scene.glsl"
#include "common/hull.glsl"
uniform sampler2D plans;  // slopes right and forward, how open to light, plating: see hulls/plans.frag
const float VEILED = 0.25;  // share of the light around that lies over a small hull, see post/compose.frag
in vec3 world, normal, accent, glare;
in vec2 place;
in vec4 look;
flat in int paint;
flat in vec3 right_axis, ahead_axis;
out vec4 color;

vec4 matter_of(int paint) { return vec4(paint == 0, paint == 1, paint == 2, paint == 3); }

void main() {
    vec4 plan = texture(plans, place);
    vec2 slope = plan.xy * 2.0 - 1.0;
    vec3 n = normalize(normal + right_axis * slope.x + ahead_axis * slope.y);
    vec3 light = hull_light(matter_of(paint), linear(accent), n, world, plan.z, plan.w, look.y, glare);
    light = heated(flowing(light, linear(accent), n, world, look.zw), linear(accent), look.x, look.y);
    color = vec4(light, mix(VEILED, 1.0, max(look.y, smoothstep(0.4, 1.8, max(light.r, max(light.g, light.b))))));
}
