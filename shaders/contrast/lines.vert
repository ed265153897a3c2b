// A square around whatever has lines, see contrast/lines.frag.
#include "common/scene.glsl"
in vec3 middle;
in float reach;  // [u]
const float BEYOND_PX = 4.0;  // of the lines [px of a picture 720 high]

void main() {
    vec2 place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float pixel = 2.0 / 720.0 * up.w * dot(middle - eye.xyz, forward.xyz);
    vec3 to_eye = normalize(eye.xyz - middle), side = normalize(cross(up.xyz, to_eye));
    vec3 world = middle + (side * place.x + cross(to_eye, side) * place.y) * (reach + BEYOND_PX * pixel);
    gl_Position = view_projection * vec4(world, 1.0);
}
