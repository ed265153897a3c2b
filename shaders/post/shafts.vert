// Place of the sun that stands at the limb, for shafts of its light.
#include "common/scene.glsl"
#include "common/limb.glsl"
uniform vec2 landmark;  // azimuth and height above the limb of the sun [rad]
out vec2 place;  // -1..1
flat out vec3 source_at;  // the same of the sun, z: share of the light that it has there

void main() {
    Limb limb = find_limb();
    float angle = above_limb(limb, landmark.y);
    vec4 clip = view_projection * vec4(towards_azimuth(limb, landmark.x) * sin(angle) - limb.axis * cos(angle), 0.0);
    source_at.xy = clip.xy / max(clip.w, 1e-3);
    vec2 beside = max(abs(source_at.xy) - 1.0, 0.0) * vec2(right.w, 1.0);
    float seen = smoothstep(HIDDEN, SHOWN, length(limb.flat_sun)) * (1.0 - smoothstep(0.0, 0.4, length(beside)));
    source_at.z = clip.w > 0.0 ? seen : 0.0;
    place = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    gl_Position = vec4(place, 0.0, 1.0);
}
