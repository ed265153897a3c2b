#include "common/scene.glsl"
#include "common/display.glsl"
uniform samplerCube sky_map;
in vec2 place;
out vec4 color;

void main() {
    vec3 d = forward.xyz + right.xyz * place.x * up.w * right.w + up.xyz * place.y * up.w;
    vec3 dust = texture(sky_map, d).rgb;
    float towards = max(dot(normalize(d), sun.xyz), 0.0);
    vec3 glare = sun_light.rgb * (pow(towards, 1500.0) * 6.0 + pow(towards, 90.0) * 0.35 + pow(towards, 10.0) * 0.10);
    float dither = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
    color = vec4(surface(linear(dust + dither / 200.0) * 1.25 + glare), 1.0);
}
