#include "common/scene.glsl"
#include "common/calm.glsl"
#include "common/glare.glsl"
in vec3 in_position;
in vec2 in_uv;
in float in_layer;
uniform float texels;
uniform float turn;  // of the cloud layer about its axis [rad]
uniform vec4 cloud_color;  // w: opacity where it is thickest
out vec3 coordinate;
out vec4 light;

void main() {
    float c = cos(turn), s = sin(turn);
    vec3 unit = vec3(c * in_position.x + s * in_position.z, in_position.y, c * in_position.z - s * in_position.x);
    vec3 world = unit * (forward.w + 0.35);
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    float sunward = dot(unit, sun.xyz), facing = max(dot(unit, normalize(eye.xyz - world)), 0.0);
    float day = smoothstep(-0.22, 0.70, sunward), dusk = clamp(1.0 - abs(sunward) * 4.0, 0.0, 1.0);
    vec3 tint = mix(sun_light.rgb, vec3(1.0, 0.55, 0.38), dusk * 0.7);
    light = vec4(cloud_color.rgb * (tint * day * 0.80 + vec3(0.20, 0.23, 0.32)), smoothstep(0.0, 0.35, facing) * cloud_color.w);
    light.rgb += 0.3 * cloud_color.rgb * glare_at(world, unit);
    light.a *= kept(unit, 1.0);
    gl_Position = view_projection * vec4(world, 1.0);
}
