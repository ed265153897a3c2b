#include "common/scene.glsl"
#include "common/display.glsl"
in vec3 world;
in vec3 normal;
in vec3 accent;
flat in int paint;
out vec4 color;

// A ship of another game: bright at its outline, so that its shape is read, and hardly there within.
void main() {
    vec3 sight = normalize(eye.xyz - world);
    float rim = 1.0 - abs(dot(normalize(normal), sight));
    float light = 0.10 + 0.75 * rim * rim + (paint == 3 ? 0.5 : 0.0);
    color = vec4(emit(accent) * light, 0.0);
}
