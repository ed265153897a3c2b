// The dark edge around a ship: its silhouette, wider by some pixels, behind it.
#include "common/scene.glsl"
#include "common/attitude.glsl"
uniform sampler2D meshes;  // rows 2k: position of the corners of kind k's keyline; 2k + 1: the way each goes
uniform int first_part;
uniform float before;  // [u] as its ship lies before large hulls
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in float kind;
const float BEHIND = 0.5, FOOT = 0.15;  // how far it lies behind its ship, of its scale, and of that along the foot of a large hull
const float WIDTH = 0.12, PART_WIDTH = 0.06;  // of small ships' and of parts' [u], with
const float WIDTH_PX = 2.1, SMALL_WIDTH_PX = 2.7;  // [px of a picture 720 high] on top, of large ships and parts, and of small ones
const float WIDEST_PX = 2.2;  // the most that WIDTH is [px of such a picture]
const float FORESHORTENED = 0.12;

void main() {
    int mesh = int(kind + 0.5);
    bool part = mesh >= first_part;
    vec3 corner = texelFetch(meshes, ivec2(gl_VertexID, 2 * mesh), 0).xyz;
    Attitude ship = attitude_of(position, nose, bank, !part && scale < SMALL);
    vec3 world = position + along(ship, corner) * scale;
    vec3 way = along(ship, texelFetch(meshes, ivec2(gl_VertexID, 2 * mesh + 1), 0).xyz);
    // As wide where it is seen aslant, towards the limb, up to a limit at which corners would cross.
    vec3 sight = normalize(world - eye.xyz), across = way - sight * dot(way, sight);
    across *= length(way) / max(length(across), FORESHORTENED * length(way));
    float pixel = 2.0 / 720.0 * up.w * dot(world - eye.xyz, forward.xyz);
    float width_px = part || scale >= SMALL ? WIDTH_PX : SMALL_WIDTH_PX;
    world += across * ((part ? PART_WIDTH : min(WIDTH, WIDEST_PX * pixel)) + width_px * pixel);
    float behind = BEHIND * scale * (corner.z > 0.0 ? 1.0 : FOOT) - before;
    gl_Position = view_projection * vec4(world, 1.0);
    vec4 shifted = view_projection * vec4(world + sight * behind, 1.0);
    gl_Position.z = shifted.z / shifted.w * gl_Position.w;
}
