// Ships of a swarm: each a square that lies as the ship does and shows its plan.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/attitude.glsl"
#include "common/plan.glsl"
#include "common/passing.glsl"
#include "common/glare.glsl"
uniform float before;  // [u] how far all of them lie before large hulls
#include "common/ship.glsl"
out vec3 world, accent, glare;
out vec2 place;  // in the plans
out vec4 lit_up;  // flash, light of waves that pass, 1 in a river and its depth
flat out vec3 right_axis, ahead_axis, above_axis;
const float DRAWN = 1.45;  // of a plan, from its middle [radii]

void main() {
    int mesh = int(kind + 0.5);
    vec2 corner = (vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0) * DRAWN;
    Attitude ship = attitude_of(position, nose, bank, scale < SMALL);
    world = position + along(ship, vec3(corner, 0.0)) * scale;
    place = in_plans(mesh, corner);
    accent = color;
    glare = glare_at(world, ship.above);
    right_axis = ship.right;
    ahead_axis = ship.ahead;
    above_axis = ship.above;
    lit_up = vec4(flash, passing(normalize(position)), rest, depth_light());
    gl_Position = projected(world, before);
}
