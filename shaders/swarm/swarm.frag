#include "common/scene.glsl"
#include "common/hull.glsl"
uniform sampler2D plans;   // see hulls/plans.frag
uniform sampler2D matters;
in vec3 world, accent, glare;
in vec2 place;
in vec4 lit_up;
flat in vec3 right_axis, ahead_axis, above_axis;
out vec4 color;

void main() {
    vec4 matter = texture(matters, place);
    float cover = dot(matter, vec4(1.0));
    if (cover < 0.08) discard;
    vec4 plan = texture(plans, place);
    vec2 slope = plan.xy * 2.0 - 1.0;
    vec3 n = normalize(above_axis + right_axis * slope.x + ahead_axis * slope.y);
    vec3 light = flowing(hull_light(matter / cover, linear(accent), n, world, plan.z, plan.w, 0.0, glare), linear(accent), n, world, lit_up.zw);
    light += lit_up.y * (0.5 * linear(accent) + vec3(0.10, 0.09, 0.07));
    color = vec4(heated(light, linear(accent), lit_up.x, 0.0), 1.0) * smoothstep(0.05, 0.6, cover);
}
