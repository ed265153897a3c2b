#include "common/scene.glsl"
uniform sampler2D meshes;  // rows 2k: position (x right, y forward, z up) and paint of kind k; 2k + 1: normal, depth
uniform ivec2 parts;       // which k is a part of a boss, and from which on all are
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;  // below 0: a keyline, the dark around a ship that lies upon another one
in float kind;
out vec3 world;
out vec3 normal;
out vec3 accent;
out vec2 look;  // paint, flash
out float heavy;  // 1: so large that a bright hull would outshine what flies before it
out float near_light;  // 1: so much of it glows side by side that bloom would wash out what parts it
out float depth;  // below the upper edge of a side: 0 to 1; 2 on tops
const float BEHIND = 0.12;  // how far a keyline lies behind its ship, of its scale
const float BEFORE = 2.5;   // [u] how far parts of bosses lie before where they are: plates of the hull hid them

void main() {
    int row = 2 * int(kind + 0.5);
    vec4 corner = texelFetch(meshes, ivec2(gl_VertexID, row), 0);
    vec4 side = texelFetch(meshes, ivec2(gl_VertexID, row + 1), 0);
    vec3 face = side.xyz;
    vec3 f = nose, outward = normalize(position);
    vec3 r = normalize(cross(f, outward)), u = cross(r, f);
    float c = cos(bank), s = sin(bank);
    vec3 x = r * c - u * s, z = u * c + r * s;
    world = position + (x * corner.x + f * corner.y + z * corner.z) * scale;
    normal = x * face.x + f * face.y + z * face.z;
    accent = color;
    heavy = smoothstep(2.2, 4.5, scale);
    look = vec2(corner.w, flash);
    depth = side.w;
    gl_Position = view_projection * vec4(world, 1.0);
    bool part = row == 2 * parts.x || row >= 2 * parts.y;
    near_light = part ? 1.0 : heavy;
    float away = (flash < 0.0 ? BEHIND * scale : 0.0) - (part ? BEFORE : 0.0);
    if (away != 0.0) {
        vec4 moved = view_projection * vec4(world + normalize(world - eye.xyz) * away, 1.0);
        gl_Position.z = moved.z / moved.w * gl_Position.w;
    }
}
