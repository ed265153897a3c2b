// The place of a ship, a disc that faces the eye.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/ship.glsl"
const float REACH = 2.0;  // [scales]
out vec2 place;

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    gl_Position = projected(position + (right.xyz * place.x + up.xyz * place.y) * (REACH * scale), BEFORE);
}
