// Ships of all sizes; the corners of all kinds lie in one texture, their plans in another.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/attitude.glsl"
#include "common/plan.glsl"
#include "common/glare.glsl"
uniform sampler2D meshes;  // rows 2k: position (x right, y forward, z up) and paint of kind k; 2k + 1: normal
uniform int first_part;    // from which k on all are parts of bosses
uniform float before;      // [u] how far all of them lie before large hulls
#include "common/ship.glsl"
out vec3 world, normal, accent, glare;
out vec2 place;  // in the plans
out vec4 look;   // flash; 1 where a hull is so large that it would outshine what flies before it; 1 in a river, and its depth
flat out int paint;
flat out vec3 right_axis, ahead_axis;

void main() {
    int mesh = int(kind + 0.5), row = 2 * mesh;
    vec4 corner = texelFetch(meshes, ivec2(gl_VertexID, row), 0);
    Attitude ship = attitude_of(position, nose, bank, mesh < first_part && scale < SMALL);
    world = position + along(ship, corner.xyz) * scale;
    normal = along(ship, texelFetch(meshes, ivec2(gl_VertexID, row + 1), 0).xyz);
    place = in_plans(mesh, corner.xy);
    bool own = mesh == OWN && corner.w < 0.5;  // a paler hull than all others, dark enough that light forms it
    accent = own ? 0.8 * mix(color, vec3(1.0), 0.6) : color;
    glare = glare_at(world, normal);
    paint = own ? 2 : int(corner.w + 0.5);
    right_axis = ship.right;
    ahead_axis = ship.ahead;
    look = vec4(flash, max(smoothstep(SMALL, 4.5, scale), mesh < first_part ? 0.0 : 0.9), rest, depth_light());
    gl_Position = projected(world, before);
}
