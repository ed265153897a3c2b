// One step of the bloom pyramid, down or up: four taps between texels, which the sampler mixes.
uniform sampler2D source;
uniform vec2 texel;
uniform float reach;  // of the taps [texels of the source]
uniform float share;
in vec2 place;
out vec4 color;

void main() {
    vec2 uv = place * 0.5 + 0.5, far = texel * reach;
    vec3 sum = texture(source, uv + far).rgb + texture(source, uv - far).rgb;
    far.x = -far.x;
    sum += texture(source, uv + far).rgb + texture(source, uv - far).rgb;
    color = vec4(sum * (0.25 * share), 1.0);
}
