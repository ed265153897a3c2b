#include "common/scene.glsl"
#include "common/display.glsl"
uniform sampler2DArray cloud_map;
uniform vec3 cloud_color;
in vec3 coordinate;
in vec2 light;
out vec4 color;

void main() {
    float thick = texture(cloud_map, coordinate).r;
    float day = smoothstep(-0.2, 0.5, light.x);
    float dusk = clamp(1.0 - abs(light.x) * 5.0, 0.0, 1.0);
    vec3 tint = mix(sun_light.rgb, vec3(1.0, 0.5, 0.3), dusk * 0.7);
    vec3 lit_cloud = linear(cloud_color) * (tint * (0.07 + 0.85 * day) * (0.7 + 0.3 * thick) + vec3(0.012, 0.018, 0.035));
    float alpha = thick * 0.62 * smoothstep(0.0, 0.35, light.y);
    color = vec4(surface(lit_cloud), alpha);
}
