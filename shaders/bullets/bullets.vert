#include "common/scene.glsl"
#include "common/projected.glsl"
INSTANCE  // BULLET_DTYPE of arena/view/frame.py
const float BEFORE = 12.0;  // [u] how far enemies' bullets lie before what is as near: no rock and no boss hides them
out vec4 tint;
out vec4 local;  // across and along [widths], trail length [widths], `orb`

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 trail = head - tail, to_eye = normalize(eye.xyz - head);
    trail -= to_eye * dot(trail, to_eye);  // flat against the eye, else orbs that come nearer are no circles
    float length_u = length(trail);
    vec3 along = length_u > 1e-4 ? trail / length_u : up.xyz;
    vec3 side = normalize(cross(along, to_eye));
    vec3 front = cross(to_eye, side);
    float reach = width * GLOW;
    vec3 place = corner.y > 0.0 ? head + front * reach : head - trail - front * reach;
    gl_Position = projected(place + side * corner.x * reach, orb * BEFORE);
    tint = color;
    local = vec4(corner.x * GLOW, corner.y > 0.0 ? GLOW : -length_u / width - GLOW, length_u / width, orb);
}
