// All hulls as they are from above, each on a tile of its own: heights for plans.frag.
#include "common/plan.glsl"
uniform sampler2D meshes;  // as in ships/ships.vert
out float height;
flat out float paint;

void main() {
    vec4 corner = texelFetch(meshes, ivec2(gl_VertexID, 2 * gl_InstanceID), 0);
    height = corner.z;
    paint = corner.w;
    gl_Position = vec4(in_plans(gl_InstanceID, corner.xy) * 2.0 - 1.0, -corner.z, 1.0);
}
