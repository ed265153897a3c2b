#include "common/scene.glsl"
#include "common/display.glsl"
in vec4 tint;
in vec3 local;
in vec4 place;
out vec4 color;
const float BAND = 0.5;  // how dark a warning makes what is around its line: rocks and ice may be pale

// What warns is drawn over rocks, which are nearer, and would be over the planet, too.
float before_planet(vec3 position) {
    vec3 sight = normalize(position - eye.xyz);
    vec3 nearest = eye.xyz - sight * dot(eye.xyz, sight);  // to the planet's middle, on the line of sight
    return dot(nearest, nearest) < forward.w * forward.w && dot(position - nearest, sight) > 0.0 ? 0.0 : 1.0;
}

void main() {
    float d = abs(local.y);
    float glow = (1.0 - d) * (1.0 - d) * 0.7 + (1.0 - smoothstep(0.12, 0.30, d));
    float gap = local.z > 0.5 ? smoothstep(0.62, 0.56, fract(local.x * local.z)) : 1.0;
    float shown = place.w > 0.5 ? gap * before_planet(place.xyz) : gap;
    float band = place.w * BAND * (1.0 - smoothstep(0.2, 0.9, d)) * min(1.0, tint.a);
    color = vec4(emit(tint.rgb * (glow * shown * tint.a)), band * shown);
}
