#include "common/scene.glsl"
#include "common/display.glsl"
in float across;
in float bright;
out vec4 color;

void main() {
    color = vec4(emit(lattice_color.rgb * ((1.0 - across * across) * bright)), 0.0);
}
