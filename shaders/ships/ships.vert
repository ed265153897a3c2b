#include "common/scene.glsl"
in vec3 in_position;  // x right, y forward, z up
in vec3 in_normal;
in float in_paint;
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;
out vec3 world;
out vec3 normal;
out vec3 accent;
out vec2 look;  // paint, flash

void main() {
    vec3 f = nose, outward = normalize(position);
    vec3 r = normalize(cross(f, outward)), u = cross(r, f);
    float c = cos(bank), s = sin(bank);
    vec3 x = r * c - u * s, z = u * c + r * s;
    world = position + (x * in_position.x + f * in_position.y + z * in_position.z) * scale;
    normal = x * in_normal.x + f * in_normal.y + z * in_normal.z;
    accent = color;
    look = vec2(in_paint, flash);
    gl_Position = view_projection * vec4(world, 1.0);
}
