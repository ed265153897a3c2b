// The place of a ship, a disc that faces the eye. Towards the limb it fades: there sun and air are behind, no blast.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/ship.glsl"
const float REACH = 2.0;  // [scales]
out vec3 place;  // -1..1, z: strength

void main() {
    place.xy = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place.z = smoothstep(0.12, 0.45, dot(normalize(position), normalize(eye.xyz - position)));
    gl_Position = projected(position + (right.xyz * place.x + up.xyz * place.y) * (REACH * scale), BEFORE);
}
