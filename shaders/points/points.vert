// A ship from afar: a streak of light along its flight, its head in front.
#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/passing.glsl"
#include "common/ship.glsl"
out vec4 tint;
out vec2 local;  // across -1..1, along from the tail 0 to the head 1
const float WIDTH = 0.36, LEAST_PX = 0.8, LENGTH = 1.7;  // [scales], half [px], [scales]
const float BRIGHT = 1.55, CONTRAST = 0.5;  // of its colour, and more of it over a dark ground
const vec3 ACROSS = vec3(0.52, 0.66, 0.54);  // surges run along it, with the flow
const float SURGE = 0.35, WAVE = 9.0, SPEED = 9.0;  // share of the light, [u], [u/s]: one a second at a place

void main() {
    vec3 to_eye = normalize(eye.xyz - position), along = nose - to_eye * (0.9 * dot(nose, to_eye));
    vec3 side = normalize(cross(nose, to_eye));
    float pixel = 2.0 / viewport.y * up.w * dot(position - eye.xyz, forward.xyz);
    float wide = max(WIDTH * scale, LEAST_PX * pixel), end = float(gl_VertexID >> 1);
    local = vec2(float(gl_VertexID & 1) * 2.0 - 1.0, end);
    vec3 place = position + side * (local.x * wide) + along * (LENGTH * scale * (end - 0.6));
    gl_Position = projected(place, 1.5);
    float way = dot(nose, ACROSS);
    float phase = 6.2831853 * (dot(position, ACROSS) * sign(way) - SPEED * eye.w) / WAVE;
    float light = 1.0 + SURGE * min(1.0, 2.0 * abs(way)) * sin(phase);
    light *= (BRIGHT + CONTRAST * viewport.w) * mix(1.0, depth_light(), 0.2);
    tint = vec4(mix(color * light, vec3(1.0, 0.95, 0.85), max(0.8 * flash, passing(normalize(position)))), rest);
}
