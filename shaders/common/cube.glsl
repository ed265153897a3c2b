// The six faces of the planet's texture; tangent-warped so that texels are nearly equal in size.
vec3 cube_direction(int face, vec2 st) {
    vec2 q = tan(st * 0.78539816);
    if (face == 0) return normalize(vec3(1.0, q.y, -q.x));
    if (face == 1) return normalize(vec3(-1.0, q.y, q.x));
    if (face == 2) return normalize(vec3(q.x, 1.0, -q.y));
    if (face == 3) return normalize(vec3(q.x, -1.0, q.y));
    if (face == 4) return normalize(vec3(q.x, q.y, 1.0));
    return normalize(vec3(-q.x, q.y, -1.0));
}
