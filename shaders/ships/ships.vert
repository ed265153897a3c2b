#include "common/scene.glsl"
uniform sampler2D meshes;  // rows 2k: position (x right, y forward, z up) and paint of kind k; 2k + 1: normal, depth
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;
in float kind;
out vec3 world;
out vec3 normal;
out vec3 accent;
out vec2 look;  // paint, flash
out float heavy;  // 1: so large that a bright hull would outshine what flies before it
out float depth;  // below the upper edge of a side: 0 to 1; 2 on tops

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
}
