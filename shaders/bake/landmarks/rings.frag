// Rings from the inner to the outer edge: bands of dust, and gaps.
#include "common/mark.glsl"

void main() {
    float at = place.y * 0.5 + 0.5, bands = 0.45 + 0.24 * waves(at * 17.0) + 0.16 * waves(at * 71.0 + 1.0);
    float gaps = smoothstep(0.0, 0.03, abs(at - 0.62)) * smoothstep(0.0, 0.012, abs(at - 0.31));
    float cover = clamp(bands, 0.04, 0.72) * gaps * smoothstep(0.0, 0.06, at) * (1.0 - smoothstep(0.80, 1.0, at));
    color = vec4(light * (0.62 + 0.40 * bands) * cover, cover);
}
