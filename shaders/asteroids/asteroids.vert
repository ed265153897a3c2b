#include "common/scene.glsl"
#include "common/glare.glsl"
#include "common/turn.glsl"
uniform sampler2D meshes;  // rows 3k: position and albedo factor of mesh k; 3k + 1: normal, gloss; 3k + 2: glow, facet share
in float kind;             // of its mesh
in vec3 position;
in float scale;
in vec4 rotation;
in vec3 tint;
in float load;  // 1 for a rock that holds something, else 0
in float heat;  // of what just broke off, 0 to 1
out vec3 world, normal, albedo, glare, place, state;  // `place` on the unit rock; `state`: load, heat, scale
out vec4 shade;
flat out vec4 turn;
flat out float cover;
const float OPEN = 0.667;  // from here on a rock closes, over the distance at which it is whole

void main() {
    ivec2 at = ivec2(gl_VertexID, 3 * int(kind + 0.5));
    vec4 corner = texelFetch(meshes, at, 0), facing = texelFetch(meshes, at + ivec2(0, 1), 0);
    shade = vec4(corner.w, facing.w, texelFetch(meshes, at + ivec2(0, 2), 0).xy);
    world = position + rotate(rotation, corner.xyz) * scale;
    normal = rotate(rotation, facing.xyz);
    glare = glare_at(world, normal);
    albedo = tint * tint * shade.x;
    turn = rotation;
    place = corner.xyz;
    state = vec3(load, heat, scale);
    cover = mix(0.22, 1.0, smoothstep(OPEN, 1.0, distance(position, eye.xyz) / sun_light.w));
    gl_Position = view_projection * vec4(world, 1.0);
}
