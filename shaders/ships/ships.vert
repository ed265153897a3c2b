// Ships of all sizes; small ones are lit here, large hulls by their fragment shader.
#include "common/scene.glsl"
#include "common/hull.glsl"
#include "common/facing.glsl"
#include "common/passing.glsl"
uniform sampler2D meshes;  // rows 2k: position (x right, y forward, z up) and paint of kind k; 2k + 1: normal, depth
                         // of a keyline, paint 5: where its corner goes as it grows wider
uniform int first_part;    // from which k on all are parts of bosses
uniform int first_small;   // from which k on all are small hulls, those of k - first_small
uniform int friends[8];    // which k is nobody's enemy; -1: none
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;
in float kind;
in float rest;   // how wide the keyline is, over the usual
out vec3 light;
out vec3 line;   // light of the line along edges
out vec4 look;   // depth below the upper edge of a side (0 to 1; 2 on tops and lamps), flash, share of bloom, near light
out vec3 world;
out vec3 normal;
out vec3 accent;
out float paint;
out float heavy;  // 1: so large that a bright hull would outshine what flies before it
out float pale;   // less than 1: the hull of an enemy
out vec2 plan;   // seen from above, x right and y forward [u]
const float BEHIND = 0.5;  // how far a keyline lies behind its ship, of its scale
const float FOOT = 0.15;  // of that, where it runs along the foot of a large hull: the planet is near there
const float FLATNESS = 0.1;  // of the depth of small ships and parts: one's keyline lies before the hull next to it
const float BEFORE = 3.8, PART_BEFORE = 3.9;  // [u] how far ships and parts of bosses lie before large hulls
const float PART_DARK = 0.5;  // parts are darker than small ships, by so much of what large hulls are: bullets lie on them
const float WIDTH = 0.12, PART_WIDTH = 0.06;  // of a keyline, small ships' and parts' [u], with
const float WIDTH_PX = 2.1, SMALL_WIDTH_PX = 2.7;  // [px of a picture 720 high] on top, of large ships and parts, and of small ones
const float WIDEST_PX = 2.2;  // the most that WIDTH is [px of such a picture]
const float FORESHORTENED = 0.12;
const float SMALL = 2.2;  // scale of ships that turn to the eye

void main() {
    int mesh = int(kind + 0.5), row = 2 * mesh;
    bool small = mesh >= first_small;
    if (small) mesh -= first_small;
    vec4 corner = texelFetch(meshes, ivec2(gl_VertexID, row), 0);
    vec4 side = texelFetch(meshes, ivec2(gl_VertexID, row + 1), 0);
    vec3 face = side.xyz;
    bool part = mesh >= first_part, keyline = corner.w > 4.5;
    vec3 outward = normalize(position), right = normalize(cross(nose, outward));
    vec3 z = outward * cos(bank) + right * sin(bank);
    if (!part && scale < SMALL) z = turned(z, normalize(eye.xyz - position), haze.w);
    vec3 x = normalize(cross(cross(outward, right), z)), f = cross(z, x);
    normal = x * face.x + f * face.y + z * face.z;
    world = position + (x * corner.x + f * corner.y + z * corner.z) * scale;
    float pixel = 2.0 / 720.0 * up.w * dot(world - eye.xyz, forward.xyz);
    if (keyline) {
        // As wide where it is seen aslant, towards the limb, up to a limit at which corners would cross.
        vec3 sight = normalize(world - eye.xyz), across = normal - sight * dot(normal, sight);
        across *= length(normal) / max(length(across), FORESHORTENED * length(normal));
        float width_px = part || scale >= SMALL ? WIDTH_PX : SMALL_WIDTH_PX;
        world += across * rest * ((part ? PART_WIDTH : min(WIDTH, WIDEST_PX * pixel)) + width_px * pixel);
    }
    accent = color;
    paint = corner.w;
    heavy = smoothstep(2.2, 4.5, scale);
    pale = 1.0 - DARKER;
    for (int k = 0; k < 8; k++)
        if (friends[k] == mesh)
            pale = 1.0;
    plan = corner.xy * scale;
    int coat = int(paint + 0.5);
    vec3 tint = linear(color);
    float near_light = part ? 1.0 : heavy;
    float lit_up = keyline ? 0.0 : max(flash, small ? passing(outward) : 0.0);
    look = vec4(coat == 3 ? 2.0 : side.w, lit_up, keyline ? KEYLINE_BLOOM : BLOOM, near_light);
    float dark = part ? max(heavy, PART_DARK) : heavy;
    light = hull_light(coat, hull_albedo(coat, tint, dark, pale), color, normal, world, near_light, dark, pale);
    line = edge_light(tint, near_light);
    gl_Position = view_projection * vec4(world, 1.0);
    // As deep as it would be so much farther along the line of sight; z and w grow in proportion there.
    float behind = keyline ? BEHIND * scale * (corner.z > 0.0 ? 1.0 : FOOT) : 0.0;
    float away = behind - (part ? PART_BEFORE : (1.0 - heavy) * BEFORE);
    float flat_share = (part ? 1.0 : 1.0 - heavy) * (1.0 - FLATNESS);
    away += flat_share * (dot(position - eye.xyz, forward.xyz) - gl_Position.w - behind);
    float share = away / gl_Position.w;
    vec4 z_row = vec4(view_projection[0].z, view_projection[1].z, view_projection[2].z, view_projection[3].z);
    gl_Position.z -= dot(z_row, vec4(eye.xyz, 1.0)) * share / (1.0 + share);
}
