#include "common/scene.glsl"
in vec3 in_position;
in vec2 in_uv;
in float in_layer;
uniform float texels;
out vec3 coordinate;

void main() {
    coordinate = vec3((in_uv * (texels - 1.0) + 0.5) / texels, in_layer);
    gl_Position = (view_projection * vec4(in_position, 0.0)).xyww;
}
