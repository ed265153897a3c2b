// One step of the bloom pyramid: a wide tent over `source`.
uniform sampler2D source;
uniform vec2 texel;
in vec2 place;
out vec4 color;

void main() {
    vec2 uv = place * 0.5 + 0.5;
    vec3 sum = texture(source, uv).rgb * 4.0;
    for (int i = 0; i < 4; i++) {
        vec2 step = vec2(i & 1, i >> 1) * 2.0 - 1.0;
        sum += texture(source, uv + step * texel).rgb * 2.0;
        sum += texture(source, uv + (i < 2 ? vec2(step.x, 0.0) : vec2(0.0, step.x)) * texel * 2.0).rgb;
    }
    color = vec4(sum / 16.0, 1.0);
}
