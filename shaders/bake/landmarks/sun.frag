// A sun with its glow; a giant's disc shows grains, and is redder at its edge.
#include "common/mark.glsl"
#include "common/grains.glsl"

void main() {
    float r = length(place), away = max(r - disc, 0.0) / (1.0 - disc), giant = step(0.3, disc);
    float rim = sqrt(max(0.0, 1.0 - r * r / (disc * disc))), halo = max(0.0, 1.0 - away);
    vec2 rough = grains(place * 11.0);
    float grain = 1.0 + giant * (1.1 * rough.x + 0.8 * rough.y * rough.y);
    vec3 face = mix(light * 0.62, light + vec3(0.0, 0.16, 0.08), rim) * grain * mix(1.6, 0.80, giant);
    face = mix(face, vec3(1.0), 0.6 * (1.0 - giant));
    color = vec4(mix(light * (halo * halo * mix(0.9 * halo, 0.6, giant)), face, inside(r, disc)), inside(r, disc));
}
