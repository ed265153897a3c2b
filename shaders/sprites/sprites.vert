#include "common/scene.glsl"
#include "common/projected.glsl"
INSTANCE  // SPRITE_DTYPE of arena/view/frame.py
out vec4 tint;
out vec4 local;  // across and along [sizes], length [sizes], hardness

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float drawn = length(stretch);
    vec3 side = right.xyz, front = up.xyz, end = position;
    if (drawn > 1e-3) {
        vec3 to_eye = normalize(eye.xyz - position);
        side = normalize(cross(stretch, to_eye));
        front = cross(to_eye, side);
        end = position - stretch;
    }
    if (hardness < -0.5) {  // a shadow lies flat on the ground
        vec3 outward = normalize(position);
        side = normalize(cross(up.xyz, outward));
        front = cross(outward, side);
    }
    float shown = max(size, 1e-5);
    vec3 place = (corner.y > 0.0 ? position + front * size : end - front * size) + side * corner.x * size;
    // Light is as deep as it is wide: tested nearer, the ground does not cut it off in a line, and hulls do not hide it.
    gl_Position = projected(place, hardness > -0.5 ? min(max(size, hardness > 0.9 ? 1.5 : 0.0), 8.0) : 0.0);
    tint = color;
    local = vec4(corner.x, corner.y > 0.0 ? 1.0 : -drawn / shown - 1.0, drawn / shown, hardness);
}
