// A band around the planet's limb as the camera sees it: from a little inside it to the top of the air.
#include "common/scene.glsl"
const float SEGMENTS = 128.0;
out float height;  // 0 at the ground, 1 at the top
out vec3 outward;

void main() {
    bool top = (gl_VertexID & 1) == 1;
    float angle = float(gl_VertexID / 2) / SEGMENTS * 6.2831853;
    float radius = forward.w * (top ? 1.075 : 0.9965), away = length(eye.xyz);
    vec3 axis = eye.xyz / away;
    vec3 x = normalize(cross(up.xyz, axis)), y = cross(axis, x);
    float cosine = radius / away;
    outward = axis * cosine + (x * cos(angle) + y * sin(angle)) * sqrt(max(0.0, 1.0 - cosine * cosine));
    height = top ? 1.0 : 0.0;
    gl_Position = view_projection * vec4(outward * radius, 1.0);
}
