// Gradient noise over an integer hash.
#include "common/hash.glsl"
float gradient(ivec3 cell, vec3 offset) { return dot(random3(cell) * 2.0 - 1.0, offset); }

float noise(vec3 p) {
    ivec3 i = ivec3(floor(p));
    vec3 f = p - vec3(i), u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    vec4 a = vec4(gradient(i, f), gradient(i + ivec3(0, 1, 0), f - vec3(0, 1, 0)),
                  gradient(i + ivec3(0, 0, 1), f - vec3(0, 0, 1)), gradient(i + ivec3(0, 1, 1), f - vec3(0, 1, 1)));
    vec4 b = vec4(gradient(i + ivec3(1, 0, 0), f - vec3(1, 0, 0)), gradient(i + ivec3(1, 1, 0), f - vec3(1, 1, 0)),
                  gradient(i + ivec3(1, 0, 1), f - vec3(1, 0, 1)), gradient(i + ivec3(1, 1, 1), f - vec3(1, 1, 1)));
    vec4 x = mix(a, b, u.x);
    vec2 y = mix(x.xz, x.yw, u.y);
    return mix(y.x, y.y, u.z);
}

// Distances to the nearest and second nearest of one random point a cell.
vec2 worley(vec3 p) {
    ivec3 i = ivec3(floor(p));
    vec3 f = p - vec3(i);
    vec2 best = vec2(9.0);
    for (int z = -1; z <= 1; z++) for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
        ivec3 step = ivec3(x, y, z);
        vec3 d = vec3(step) + random3(i + step) - f;
        float square = dot(d, d);
        best = square < best.x ? vec2(square, best.x) : vec2(best.x, min(best.y, square));
    }
    return sqrt(best);
}

// How to sum a layer of noise on the unit sphere: see common/layers.glsl.
struct Layer { vec3 scale; float offset; float warp; int octaves; bool ridged; };
