#include "common/scene.glsl"
#include "common/display.glsl"
uniform sampler2DArray surface_map;
uniform vec3 city;
in vec3 normal;
in vec3 coordinate;
in vec2 light;
out vec4 color;

void main() {
    vec4 ground = texture(surface_map, coordinate);
    float day = smoothstep(-0.18, 0.55, light.x);
    float dusk = clamp(1.0 - abs(light.x) * 5.0, 0.0, 1.0);
    float edge = 1.0 - light.y;
    edge = edge * edge;
    vec3 albedo = linear(ground.rgb);
    vec3 sun_tint = mix(sun_light.rgb, vec3(1.0, 0.45, 0.22), dusk * 0.7);
    vec3 lit_ground = albedo * (sun_tint * day * 1.55 + vec3(0.10, 0.13, 0.22));
#ifdef HDR
    vec3 half_way = normalize(sun.xyz + normalize(eye.xyz - normal * forward.w));
    float sea = clamp((ground.b - ground.r) * 6.0, 0.0, 1.0);
    lit_ground += sun_light.rgb * sea * day * 0.35 * pow(max(dot(normal, half_way), 0.0), 60.0);
#endif
    float night = 1.0 - smoothstep(-0.05, 0.22, light.x);
    lit_ground += linear(city) * (ground.a * ground.a * night * 1.6);
    float veil = (0.04 + 0.96 * edge * edge) * (0.10 + 0.90 * day);
    color = vec4(surface(mix(lit_ground, linear(haze.rgb) * (0.20 + 0.95 * day), clamp(veil, 0.0, 1.0) * 0.85)), 1.0);
}
