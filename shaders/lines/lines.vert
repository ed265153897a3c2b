#include "common/scene.glsl"
INSTANCE  // LINE_DTYPE of arena/view/frame.py
out vec4 tint;
out float across;  // [virtual px] from the middle
out float reach;   // half the width
const float SOFT = 1.0;  // [virtual px] of the edge

vec2 screen(vec3 point) {
    vec4 clip = view_projection * vec4(point, 1.0);
    return clip.xy / clip.w * vec2(right.w, 1.0);
}

void main() {
    float side = float(gl_VertexID & 1) * 2.0 - 1.0;
    vec3 here = gl_VertexID < 2 ? first : second;
    vec2 along = screen(second) - screen(first);
    along /= max(length(along), 1e-6);
    vec2 beside = vec2(-along.y, along.x) * side * (width * 0.5 + SOFT) / 540.0;
    vec4 clip = view_projection * vec4(here, 1.0);
    vec4 nearer = view_projection * vec4(here + normalize(eye.xyz - here) * lift, 1.0);
    gl_Position = vec4(clip.xy + beside / vec2(right.w, 1.0) * clip.w, nearer.z / nearer.w * clip.w, clip.w);
    tint = color;
    across = side * (width * 0.5 + SOFT);
    reach = width * 0.5;
}
