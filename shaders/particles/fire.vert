// Light of an explosion without an edge: glows, flashes, billows that cool, and a core that grows.
#include "common/scene.glsl"
#include "common/particle.glsl"
#include "common/display.glsl"
uniform float crowd;  // 0 to 1, of as many as are drawn at most
out vec4 tint;   // light, and how much it hides
out vec4 local;  // -1..1, strength of a white core, seed of what is ragged, which has in place of a core what is left of its life

void main() {
    Particle p = particle(gl_VertexID >> 2);
    if (!lives(p)) return;
    float done = p.age / p.life, left = 1.0 - done, size = p.size, light = p.light * left * left * (3.0 - 2.0 * left);
    float cover = 0.0, core = 0.0, ragged = 0.0;
    vec3 way, place = place_at(p, p.age, 0.0, way), color = p.color;
    if (p.shape == FIRE) {
        size *= 0.45 + 0.95 * (1.0 - left * left * left);
#ifdef FINE
        light = 0.8 * p.light;
        cover = min(1.0, 2.5 * left);
#else
        left = max(0.0, left + mix(0.3, 1.0, crowd) * (left - 1.0));  // what is large and thin at its end is a third of the cost
        if (left == 0.0) return;
        light = p.light * left * left * left;
        color = mix(mix(0.55 * color * color * color, color, smoothstep(0.30, 0.70, left)), mix(color, vec3(1.0, 0.80, 0.45), 0.75), smoothstep(0.55, 0.95, left));
        cover = 0.7 * (1.0 - smoothstep(0.8, 1.0, left)) * min(1.0, 2.0 * left);
#endif
        core = left;
        ragged = 0.02 + p.seed;
    } else if (p.shape == CORE) {
        size *= (0.2 + 0.8 * done * done) * (1.0 + 0.05 * sin(47.0 * p.age));
        light = p.light * (0.12 + 0.88 * done * done * done);
        core = 0.5 * done;
    } else {
        size *= exp(p.growth * p.age);
        core = p.shape == FLASH ? 0.6 : 0.0;
#ifndef FINE
        size *= max(0.0, 1.0 - sqrt(mix(0.003, 0.015, crowd) / max(light, 1e-4)));  // its rim is too faint to be seen
#endif
    }
    vec2 at = corner();
    float turn = 6.28 * ragged, c = cos(turn), s = sin(turn);
    tint = vec4(emit(color) * (light * far_enough(place)), cover);
    local = vec4(at, core, ragged);
    place += (right.xyz * (at.x * c - at.y * s) + up.xyz * (at.x * s + at.y * c)) * size;
    gl_Position = projected(place, min(size, 8.0));
}
