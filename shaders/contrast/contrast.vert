// The silhouettes of ships, see contrast/lines.frag.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/attitude.glsl"
uniform sampler2D meshes;  // as of ships/ships.vert
uniform int first_part;    // from which kind on all are parts of bosses
uniform float before;      // [u] how far all of them lie before large hulls
#include "common/ship.glsl"
const float ITSELF = 0.1;  // [u] that a silhouette lies before its own hull
flat out vec4 line;

void main() {
    int mesh = int(kind + 0.5);
    vec3 corner = texelFetch(meshes, ivec2(gl_VertexID, 2 * mesh), 0).xyz;
    Attitude ship = attitude_of(position, nose, bank, mesh < first_part && scale < SMALL);
    line = vec4(color / max(1e-3, max(color.r, max(color.g, color.b))), 1.0 / distance(eye.xyz, position));
    gl_Position = projected(position + along(ship, corner) * scale, before + ITSELF);
}
