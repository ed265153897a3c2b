#include "common/display.glsl"
uniform sampler2DArray landmark_map;
in vec3 coordinate;
in vec3 light;
out vec4 color;

void main() {
    vec4 mark = texture(landmark_map, coordinate);
    color = vec4(emit(mark.rgb * light), mark.a);
}
