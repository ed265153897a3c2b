// A moon; a broken one (its disc leaves room) has come apart along cells of rock, whose inner faces lie bare.
#include "common/mark.glsl"
#include "common/grains.glsl"
const vec2 SPLIT = vec2(0.771, 0.637);
const float CELLS = 4.6;  // in a radius

// Middle of the cell of rock at a point, and a number of its own.
vec3 cell_at(vec2 p) {
    vec3 best = vec3(0.0);
    float near = 9.0;
    for (int i = 0; i < 9; i++) {
        vec2 cell = floor(p * CELLS) + vec2(i % 3, i / 3) - 1.0;
        vec3 own = random3(ivec3(cell, 7));
        vec2 middle = (cell + own.xy) / CELLS;
        if (distance(p, middle) < near) { near = distance(p, middle); best = vec3(middle, own.z); }
    }
    return best;
}

void main() {
    float broken = step(disc, 0.7), bare = 0.0, there = 1.0;
    vec2 p = place / disc, rough = grains(p * 2.4);
    vec3 cell = cell_at(p + 0.16 * rough);
    float depth = 0.42 + 0.30 * (cell.z - 0.5) - dot(cell.xy, SPLIT);  // of the cell below the break
    if (broken > 0.5 && depth < 0.0) {
        p -= SPLIT * 0.30 + vec2(-0.10, 0.13);
        cell = cell_at(p + 0.16 * rough);
        depth = dot(cell.xy, SPLIT) - 0.46 - 0.30 * (cell.z - 0.5);
        there = step(0.0, depth) * step(0.22, cell.z);
    }
    bare = broken * (1.0 - smoothstep(0.16, 0.40, depth));
    float r = length(p), height = sqrt(max(0.0, 1.0 - r * r));
    vec3 n = normalize(vec3(p + 0.6 * rough, height)), face = normalize(vec3(cell.z * 2.0 - 1.0, fract(cell.z * 17.0) * 2.0 - 1.0, 0.7));
    float lit = max(0.0, dot(normalize(mix(n, face, 0.6 * bare)), towards_sun)) * 1.15 + 0.05;
    float whole = inside(r, 1.0) * there;
    lit *= (0.78 + 0.7 * (rough.x + rough.y)) * (1.0 - 0.25 * bare);
    color = vec4(light * lit * whole, whole);
}
