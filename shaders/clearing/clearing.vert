// The place of a ship, a disc that faces the eye. Towards the limb it fades: there sun and air are behind, no blast.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/ship.glsl"
const float REACH = 2.0, OWN_REACH = 1.4, OWN_STRENGTH = 1.2;  // [scales], and how much more players' ships have, where the eye is far
out vec3 place;  // -1..1, z: strength

void main() {
    place.xy = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place.z = smoothstep(0.12, 0.45, dot(normalize(position), normalize(eye.xyz - position)));
    float own = int(kind + 0.5) == OWN ? smoothstep(22.0, 40.0, distance(position, eye.xyz)) : 0.0;
    place.z *= 1.0 + OWN_STRENGTH * own;
    gl_Position = projected(position + (right.xyz * place.x + up.xyz * place.y) * ((REACH + OWN_REACH * own) * scale), BEFORE);
}
