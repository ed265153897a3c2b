#include "common/scene.glsl"
INSTANCE  // EDGE_DTYPE of arena/view/frame.py
out float across;
out float bright;

// Push a point of the shell along with the waves that pass it; alpha collects how hard.
vec4 bend(vec3 unit) {
    vec4 result = vec4(unit * focus.w, 0.0);
    for (int i = 0; i < int(viewport.z); i++) {
        float strength = strengths[i >> 2][i & 3];
        float cosine = clamp(dot(unit, shocks[i].xyz), -1.0, 1.0);
        float gap = (acos(cosine) * focus.w - shocks[i].w) / 1.9;
        float push = strength * exp(-gap * gap);
        vec3 along = unit * cosine - shocks[i].xyz;
        result.xyz += along / max(length(along), 1e-4) * push + unit * push * 0.35;
        result.w += push;
    }
    return result;
}

void main() {
    float t = float(gl_VertexID / 2) / SEGMENTS, side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec4 here = bend(normalize(mix(first, second, t)));
    vec4 clip = view_projection * vec4(here.xyz, 1.0);
    float pixel = clip.w * up.w * 2.0 / viewport.y;
    vec3 sideways = normalize(cross(second - first, here.xyz));
    float width = pixel * (1.15 * viewport.y / 1080.0 + 0.55);
    gl_Position = view_projection * vec4(here.xyz + sideways * side * width, 1.0);
    across = side;
    float away = acos(clamp(dot(normalize(here.xyz), focus.xyz), -1.0, 1.0)) * focus.w / REACH, near = max(0.0, 1.0 - away * away);
    // Seen along the shell, at the limb, lines are thinner than a pixel and would glitter.
    float facing = smoothstep(0.02, 0.14, abs(dot(normalize(eye.xyz - here.xyz), normalize(here.xyz))));
    bright = facing * sun.w * (near * (0.16 + 0.30 * near * near) + min(1.1, 0.07 * here.w * here.w));
}
