#include "common/scene.glsl"
in vec3 in_position;
in vec2 in_uv;
in float in_layer;
uniform float texels;
uniform float turn;  // of the cloud layer about its axis [rad]
out vec3 coordinate;
out vec2 light;

void main() {
    float c = cos(turn), s = sin(turn);
    vec3 unit = vec3(c * in_position.x + s * in_position.z, in_position.y, c * in_position.z - s * in_position.x);
    vec3 world = unit * (forward.w + 0.35);
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    light = vec2(dot(unit, sun.xyz), max(dot(unit, normalize(eye.xyz - world)), 0.0));
    gl_Position = view_projection * vec4(world, 1.0);
}
