// Shafts of the sun's light: a pixel takes the bright light that lies near the sun, in its own direction from there.
#include "common/scene.glsl"
#include "common/waves.glsl"
uniform sampler2D source;
uniform float strength;
in vec2 place;
flat in vec3 source_at;
out vec4 color;
const int TAPS = 12;
const float CORE = 0.42, REACH = 1.6;  // of the taps and of the shafts, in half heights of the picture

void main() {
    vec2 shape = vec2(right.w, 1.0), way = (place - source_at.xy) * shape;
    float away = length(way), fade = max(0.0, 1.0 - away / REACH), turn = atan(way.y, way.x);
    vec2 tap = way / (max(away, 1e-3) * shape) * (CORE / float(TAPS));
    vec3 sum = vec3(0.0);
    for (int i = 0; i < TAPS; i++)
        sum += min(texture(source, (source_at.xy + tap * (float(i) + 0.5)) * 0.5 + 0.5).rgb, 2.0) * float(TAPS - i);
    float streaks = 1.0 + 0.30 * waves(turn * 9.0 + 0.10 * lattice_color.w) * smoothstep(0.05, 0.5, away);
    color = vec4(sum * (fade * fade * fade * streaks * strength * source_at.z * 2.3 / float(TAPS * TAPS)), 1.0);
}
