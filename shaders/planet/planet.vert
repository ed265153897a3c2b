#include "common/scene.glsl"
in vec3 in_position;  // unit
in vec2 in_uv;
in float in_layer;
uniform float texels;
out vec3 normal;
out vec3 coordinate;
out vec2 light;  // day 0..1, haze towards the limb 0..1

void main() {
    vec3 world = in_position * forward.w;
    normal = in_position;
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    vec3 to_eye = normalize(eye.xyz - world);
    float facing = max(dot(in_position, to_eye), 0.0);
    light = vec2(dot(in_position, sun.xyz), facing);
    gl_Position = view_projection * vec4(world, 1.0);
}
