// The dark around an enemy's bullet: a disc that faces the eye, just behind it.
#include "common/scene.glsl"
#include "common/projected.glsl"
in vec3 head;
in float width;
const float RADIUS = 1.1, BEYOND_PX = 3.2;  // [widths], and beyond that [px of a picture 720 high]
const float BEFORE = 11.8;  // [u] a little less than bullets lie before all else
out vec2 place;

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float pixel = 2.0 / 720.0 * up.w * dot(head - eye.xyz, forward.xyz), radius = RADIUS * width + BEYOND_PX * pixel;
    vec3 to_eye = normalize(eye.xyz - head), side = normalize(cross(up.xyz, to_eye));
    gl_Position = projected(head + (side * place.x + cross(to_eye, side) * place.y) * radius, BEFORE);
}
