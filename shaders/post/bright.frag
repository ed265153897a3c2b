// Makes the finest level of bloom, half or a quarter of the picture, of what is brighter than the threshold.
uniform sampler2D source;
uniform vec2 texel;
uniform float threshold;
in vec2 place;
out vec4 color;

void main() {
    vec2 uv = place * 0.5 + 0.5;
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 4; i++) {
        vec2 step = vec2(i & 1, i >> 1) * 2.0 - 1.0;
        vec3 c = clamp(texture(source, uv + step * texel).rgb, 0.0, 10.0);
        float bright = max(c.r, max(c.g, c.b));
        sum += c * (max(bright - threshold, 0.0) / (bright + 0.25));
    }
    color = vec4(sum * 0.25, 1.0);
}
