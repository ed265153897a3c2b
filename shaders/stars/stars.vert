#include "common/scene.glsl"
in vec3 in_direction;
in vec4 in_light;  // colour, w: size at 1080 lines [px]
out vec3 light;

void main() {
    vec4 clip = view_projection * vec4(in_direction, 0.0);
    gl_Position = clip.xyww;
    float pixels = in_light.w * viewport.y / 1080.0;
    gl_PointSize = max(pixels, 1.5);
    light = in_light.rgb * min(1.0, pixels);
}
