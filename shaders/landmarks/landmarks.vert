// Landmarks hang at the planet's limb wherever the eye is, in a direction that is counted from below the sun: fixed in
// the sky they would hardly ever be in the picture. Each is a strip: a square at the limb, or a band around the planet.
#include "common/scene.glsl"
#include "common/limb.glsl"
in vec4 place;  // shape, azimuth [rad], height of its middle above the limb [rad], half its width [rad]
const int SQUARE = 0, RINGS = 1, AURORA = 2;  // else the air, which is in front of the planet
const float REPEATS = 7.0, INNER = 1.16;
out vec3 coordinate;
out vec3 light;

float waves(float x) { return sin(x) + 0.6 * sin(x * 2.3 + 1.0); }

void main() {
    Limb limb = find_limb();
    float side = float(gl_VertexID & 1), sine = length(limb.flat_sun);
    vec3 axis = limb.axis, towards = towards_azimuth(limb, place.y);
    coordinate = vec3(0.5, side, float(gl_InstanceID));
    if (int(place.x) == SQUARE) {
        float angle = above_limb(limb, place.z);
        vec3 middle = towards * sin(angle) - axis * cos(angle);
        vec3 upward = axis * sin(angle) + towards * cos(angle), across = cross(upward, middle);
        vec2 corner = vec2(float(min(gl_VertexID, 3) / 2), side);
        coordinate.xy = corner;
        corner = (corner * 2.0 - 1.0) * tan(place.w);
        light = vec3(smoothstep(HIDDEN, SHOWN, sine));
        gl_Position = (view_projection * vec4(middle + across * corner.x + upward * corner.y, 0.0)).xyww;
        return;
    }
    float share = float(gl_VertexID / 2) / SEGMENTS, angle = share * 6.2831853, radius, depth = 1.0;
    vec3 around = towards * cos(angle) + cross(axis, towards) * sin(angle);
    if (int(place.x) == RINGS) {  // inclined: close to the limb on one side, far on the other
        radius = INNER + place.w * 2.0 * side;
        vec3 point = normalize(around - axis * (cos(angle) * sin(place.z))) * radius;
        float behind = length(point - sun.xyz * dot(point, sun.xyz));
        float day = dot(point, sun.xyz) < 0.0 ? mix(0.12, 1.0, smoothstep(0.95, 1.05, behind)) : 1.0;
        light = vec3(day * (0.7 + 0.125 * pow(1.0 + dot(around, limb.below_sun), 2.0)));  // flanks are dim: ships come over the limb there
        gl_Position = (view_projection * vec4(point * forward.w, 1.0)).xyww;
        return;
    }
    if (int(place.x) == AURORA) {
        float time = lattice_color.w;
        float fold = waves(around.x * 3.7 + 0.11 * time + waves(around.z * 2.2)) + waves(around.y * 4.6 - 0.07 * time + around.z);
        radius = 0.99 + side * place.w * (1.0 + 0.22 * fold);
        coordinate.x = share * REPEATS + 0.03 * fold + 0.006 * time;
        light = vec3(0.5 + 0.5 * smoothstep(-1.6, 1.6, fold));
    } else {
        radius = 0.9965 + side * place.w;
        depth = -1.0;
    }
    float cosine = min(1.0, radius * forward.w / limb.away);
    vec3 outward = axis * cosine + around * sqrt(1.0 - cosine * cosine);
    if (depth < 0.0) {
        float sunward = dot(outward, sun.xyz), day = smoothstep(-0.35, 0.45, sunward);
        float dusk = clamp(1.0 - abs(sunward + 0.05) * 3.0, 0.0, 1.0);
        float dawn = pow(max(0.0, 0.5 + 0.5 * dot(around, limb.flat_sun / max(SHOWN, sine))), 12.0);  // the sun stands there
        light = mix(vec3(1.0), vec3(1.15, 0.95, 0.80), dusk) * (0.26 + 0.72 * day) + sun_light.rgb * dawn * 1.1;
    }
    vec4 clip = view_projection * vec4(outward * (radius * forward.w), 1.0);
    gl_Position = vec4(clip.xy, clip.w * depth, clip.w);
}
