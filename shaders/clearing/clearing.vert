// The place of a ship, a disc that faces the eye. Towards the limb it fades: there sun and air are behind, no blast.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/ship.glsl"
const float REACH = 2.0, OWN_REACH = 3.4, OWN_STRENGTH = 2.2;  // [scales], of a player's ship [scales], [1]
out vec3 place;  // -1..1, z: strength

void main() {
    place.xy = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place.z = smoothstep(0.12, 0.45, dot(normalize(position), normalize(eye.xyz - position)));
    bool own = int(kind + 0.5) == OWN;
    place.z *= own ? OWN_STRENGTH : 1.0;
    gl_Position = projected(position + (right.xyz * place.x + up.xyz * place.y) * ((own ? OWN_REACH : REACH) * scale), BEFORE);
}
