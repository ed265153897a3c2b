// The lines around a ship: a dark one, its silhouette wider by some pixels, behind it, and a pale one along its edge.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/attitude.glsl"
uniform sampler2D meshes;  // rows 2k: position of the corners of kind k's keylines; 2k + 1: the way each goes, and its line
uniform int first_part;
uniform float before;  // [u] as its ship lies before large hulls
#include "common/ship.glsl"
flat out vec3 line;
const float BEHIND = 0.5, FOOT = 0.15;  // how far the dark line lies behind its ship, of its scale, and of that along the foot of a large hull
const float FRONT = 0.45, LARGE_FRONT = 0.03;  // how far the pale one lies before it, of its scale
const float WIDTH = 0.12, PART_WIDTH = 0.06;  // of small ships' and of parts' [u], with
const float WIDTH_PX = 2.4, SMALL_WIDTH_PX = 2.9;  // [px of a picture 720 high] on top, of large ships and parts, and of small ones
const float WIDEST_PX = 2.2;  // the most that WIDTH is [px of such a picture]
const float INSIDE_PX = -1.8, OUTSIDE_PX = 0.3;  // where the pale one begins and ends [px of such a picture]
const float FORESHORTENED = 0.12, PALE = 1.6;  // the light of the pale one

void main() {
    int mesh = int(kind + 0.5);
    bool part = mesh >= first_part;
    vec3 corner = texelFetch(meshes, ivec2(gl_VertexID, 2 * mesh), 0).xyz;
    vec3 goes = texelFetch(meshes, ivec2(gl_VertexID, 2 * mesh + 1), 0).xyz;
    bool small = !part && scale < SMALL;
    Attitude ship = attitude_of(position, nose, bank, small);
    vec3 world = position + along(ship, corner) * scale, way = along(ship, vec3(goes.xy, 0.0));
    // As wide where it is seen aslant, towards the limb, up to a limit at which corners would cross.
    vec3 sight = normalize(world - eye.xyz), across = way - sight * dot(way, sight);
    across *= length(way) / max(length(across), FORESHORTENED * length(way));
    float pixel = 2.0 / 720.0 * up.w * dot(world - eye.xyz, forward.xyz);
    float wide = (part ? PART_WIDTH : min(WIDTH, WIDEST_PX * pixel)) + (small ? SMALL_WIDTH_PX : WIDTH_PX) * pixel;
    float behind = BEHIND * (corner.z > 0.0 ? 1.0 : FOOT);
    if (goes.z > 0.5) {
        wide = (goes.z > 1.5 ? OUTSIDE_PX : INSIDE_PX) * pixel;
        behind = -(small ? FRONT : LARGE_FRONT);
    }
    world += across * wide;
    line = goes.z > 0.5 ? PALE * mix(color / max(color.r, max(color.g, color.b)), vec3(1.0), 0.85) : vec3(DARK);
    gl_Position = projected(world, before - behind * scale);
}
