// What a landmark's recipe, a file of shaders/bake/landmarks, begins with: a square, seen once and for all.
#include "common/waves.glsl"
in vec2 place;  // -1..1
uniform vec3 light;
uniform float disc;  // radius
uniform vec3 towards_sun;  // unit, z: to the eye
out vec4 color;  // light in display values, alpha: how much it hides what is behind

// One where a length lies below another, soft over a texel.
float inside(float a, float b) { return clamp((b - a) / max(fwidth(a), 1e-5) + 0.5, 0.0, 1.0); }
