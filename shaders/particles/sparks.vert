// Thin light along its way: a strip from tail to head, or on the cheapest tier a line.
#include "common/scene.glsl"
#include "common/particle.glsl"
#include "common/display.glsl"
const float TRAIL = 0.08, SHORT = 1.2, LEAST_PX = 0.7;  // [s] of flight, [half widths], half [px]
const vec3 COOL = vec3(1.0, 0.50, 0.16);
out vec4 tint;
out vec3 local;  // across and along [half widths], length [half widths]

void main() {
#ifdef FINE
    Particle p = particle(gl_VertexID >> 2);
    vec2 at = corner();
#else
    Particle p = particle(gl_VertexID >> 1);
    vec2 at = vec2(0.0, float(gl_VertexID & 1) * 2.0 - 1.0);
#endif
    if (!lives(p)) return;
    float done = p.age / p.life, left = 1.0 - done, trail = TRAIL, size = p.size * (0.5 + 0.5 * left);
    if (p.shape == STREAK) {
        trail = p.drag;
        p.drag = 0.0;
        size = p.size * left;
    }
    vec3 way, before, place = place_at(p, p.age, 0.0, way);
    vec3 stretch = p.shape == STREAK ? p.velocity * trail : place - place_at(p, max(p.age - trail, 0.0), 0.0, before);
    vec3 to_eye = normalize(eye.xyz - place);
    float pixel = 2.0 / viewport.y * up.w * dot(place - eye.xyz, forward.xyz), wide = max(size, LEAST_PX * pixel);
    float drawn = length(stretch);
    stretch = drawn > SHORT * wide ? stretch : way * (SHORT * wide);
    drawn = max(drawn, SHORT * wide);
    vec3 side = cross(stretch / drawn, to_eye);
    side /= max(length(side), 1e-3);
    vec3 front = cross(to_eye, side);
    vec3 end = at.y > 0.0 ? place + front * wide : place - stretch - front * wide;
    float white = smoothstep(0.6, 0.8, min(p.color.r, min(p.color.g, p.color.b)));
    vec3 color = mix(p.color, COOL, white * done * done);
    tint = vec4(emit(color) * (p.light * (1.0 - done * done) * size / wide * far_enough(place)), 1.0);
    local = vec3(at.x, at.y > 0.0 ? 1.0 : -drawn / wide - 1.0, drawn / wide);
    tint.rgb *= at.y > 0.0 ? 1.1 : 0.25;
    gl_Position = projected(end + side * (at.x * wide), max(wide, 1.5));
}
