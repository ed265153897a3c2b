// A square around a ship and its lines, see contrast/lines.frag.
#include "common/scene.glsl"
#include "common/ship.glsl"
const float REACH = 1.8, BEYOND_PX = 4.0;  // of a hull [radii], and beyond that [px of a picture 720 high]

void main() {
    vec2 place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float pixel = 2.0 / 720.0 * up.w * dot(position - eye.xyz, forward.xyz), radius = REACH * scale + BEYOND_PX * pixel;
    vec3 to_eye = normalize(eye.xyz - position), side = normalize(cross(up.xyz, to_eye));
    gl_Position = view_projection * vec4(position + (side * place.x + cross(to_eye, side) * place.y) * radius, 1.0);
}
