#include "common/scene.glsl"
#include "common/display.glsl"
#include "common/light.glsl"
in vec3 world;
in vec3 normal;
in vec3 albedo;
in vec4 shade;
out vec4 color;

void main() {
    vec3 n = normal;
    if (shade.w > 0.0) {
        vec3 facet = normalize(cross(dFdx(world), dFdy(world)));
        n = mix(n, facet, shade.w);
    }
    n = normalize(n);
    vec3 light = lit(albedo, n, world, shade.y);
    light += vec3(1.0, 0.36, 0.07) * shade.z;
    color = vec4(surface(light), 1.0);
}
