#include "common/scene.glsl"
#include "common/projected.glsl"
#include "common/facing.glsl"
INSTANCE  // RING_DTYPE of arena/view/frame.py
const float SMALL = 5.5, LARGE = 8.0;  // radii of warnings up to which they turn to the eye, and do not [u]
const float ASLANT = 0.45, LEAST = 0.2;  // what is seen at less than this, as a cosine, is dimmed, and how far
// Light of a ring that has hardly begun to fill, as a share; and by which share the dark beside a warning's line is
// wider: 0 towards the limb, where sky is behind.
const float FAR_OFF = 0.75, WIDER = 0.4;
out vec4 tint;
flat out float bright;
out vec4 local;  // turn 0..1, across -1..1, dashes, how far the dark reaches across: 1 for none

// What warns is drawn over rocks, which are nearer, and would be over the planet, too.
float before_planet(vec3 position) {
    vec3 sight = normalize(position - eye.xyz);
    vec3 nearest = eye.xyz - sight * dot(eye.xyz, sight);  // to the planet's middle, on the line of sight
    return dot(nearest, nearest) < forward.w * forward.w && dot(position - nearest, sight) > 0.0 ? 0.0 : 1.0;
}

void main() {
    float turn = float(gl_VertexID / 2) / SEGMENTS, shell = focus.w;
    float facing = dot(center, normalize(eye.xyz - center * shell));
    float wide = 1.0 + WIDER * step(0.01, through) * smoothstep(0.2, 0.5, facing);
    float side = (float(gl_VertexID & 1) * 2.0 - 1.0) * wide;
    vec3 y = normalize(cross(up.xyz + 0.001 * forward.xyz, center)), x = cross(center, y);  // from the picture's top clockwise
    if (through > 0.0 && radius < LARGE) {
        float small = 1.0 - smoothstep(SMALL, LARGE, radius);
        vec3 z = turned(center, normalize(eye.xyz - center * shell), haze.w * small);
        vec3 half_way = (center + z) / (1.0 + dot(center, z));
        x -= half_way * dot(x, z);
        y -= half_way * dot(y, z);
    }
    float angle = max(0.0, radius + side * thickness) / shell;
    vec3 spoke = x * cos(turn * 6.2831853) + y * sin(turn * 6.2831853);
    vec3 position = (center * cos(angle) + spoke * sin(angle)) * shell;
    gl_Position = projected(position, through);
    tint = color * vec4(1.0, 1.0, 1.0, mix(FAR_OFF, 1.0, smoothstep(0.0, 0.6, filled)));
    bright = filled;
    local = vec4(turn, side, dashes, wide);
    if (through > 0.0) {
        tint.a *= before_planet(position);
    } else {
        // Flat on the shell and seen aslant, near the limb, its light gathers in a few pixels that look like shots.
        tint.a *= mix(LEAST, 1.0, smoothstep(0.0, ASLANT, abs(dot(normalize(position), normalize(eye.xyz - position)))));
    }
}
