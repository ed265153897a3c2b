// The silhouettes of enemies' bullets, each a disc that faces the eye.
#include "common/scene.glsl"
#include "common/projected.glsl"
in vec3 head;
in float width;
in vec4 color;
const float BEFORE = 12.1;  // [u] as far as bullets/bullets.vert has it, and a little more
const float NEARER = 32.0;
out vec2 place;
flat out vec4 line;

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 to_eye = normalize(eye.xyz - head), side = normalize(cross(up.xyz, to_eye));
    // Nearer than all ships; those of a burst are as near, but must be told apart.
    float nearness = NEARER * (1.0 + 0.004 * float(gl_InstanceID & 7)) / distance(eye.xyz, head);
    line = vec4(color.rgb / max(1e-3, max(color.r, max(color.g, color.b))), nearness);
    gl_Position = projected(head + (side * place.x + cross(to_eye, side) * place.y) * ORB * width, BEFORE);
}
