#include "common/display.glsl"
in vec4 tint;
in vec4 local;
out vec4 color;

void main() {
    if (local.w < -0.5) {  // a shadow takes light away, and may lay a glow of its own
        float r = 1.0 - min(1.0, dot(local.xy, local.xy));
        color = vec4(emit(tint.rgb * (r * r)), r * r * tint.a);
        return;
    }
    float past = max(max(local.y, -local.y - local.z), 0.0);
    float d = min(1.0, length(vec2(local.x, past)));
    float soft = (1.0 - d) * (1.0 - d);
    float core = local.w * smoothstep(0.55, 0.15, d);
    vec3 light = tint.rgb * (soft + core) + vec3(core * 0.5);
    color = vec4(emit(light * tint.a), 0.0);
}
