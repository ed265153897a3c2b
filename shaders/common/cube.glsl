// What paints one of the six faces of a planet or a sky; tangent-warped so that texels are nearly equal in size.
#include "common/noise.glsl"
uniform int face;
uniform float size;  // texels along its edge
in vec2 place;  // -1..1
out vec4 color;

// Unit direction of a place, of which the outermost texels' middles lie on the edges.
vec3 direction_at(vec2 place) {
    vec2 q = tan(place * size / (size - 1.0) * 0.78539816);
    if (face == 0) return normalize(vec3(1.0, q.y, -q.x));
    if (face == 1) return normalize(vec3(-1.0, q.y, q.x));
    if (face == 2) return normalize(vec3(q.x, 1.0, -q.y));
    if (face == 3) return normalize(vec3(q.x, -1.0, q.y));
    if (face == 4) return normalize(vec3(q.x, q.y, 1.0));
    return normalize(vec3(-q.x, q.y, -1.0));
}
