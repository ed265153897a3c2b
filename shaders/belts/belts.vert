// Stones of a belt that circles at the limb, beyond the shell and behind the fight; each tumbles in the sun.
#include "common/scene.glsl"
#include "common/limb.glsl"
in vec4 stone;  // angle [rad], share of the breadth, lift out of the belt's plane [planet radii], size [u]
uniform vec4 belt;  // azimuth, inclination [rad], inner radius, breadth [planet radii]
uniform vec3 tint;
const float RATE = 0.025;  // [rad/s] at one planet radius
const float LEAST = 1.25;  // [px]
out vec3 light;
out vec3 towards_sun;  // right, up, to the eye
flat out float turn;

void main() {
    Limb limb = find_limb();
    float radius = belt.z + belt.w * stone.y, time = lattice_color.w;
    float angle = stone.x + time * RATE * pow(radius, -1.5);
    vec3 towards = towards_azimuth(limb, belt.x);
    vec3 around = towards * cos(angle) + cross(limb.axis, towards) * sin(angle);
    vec3 point = normalize(around - limb.axis * (cos(angle) * sin(belt.y))) * radius + limb.axis * stone.z;
    float behind = length(point - sun.xyz * dot(point, sun.xyz));
    float day = dot(point, sun.xyz) < 0.0 ? mix(0.15, 1.0, smoothstep(0.95, 1.05, behind)) : 1.0;
    turn = stone.x * 917.0 + time * (0.4 + stone.y);
    gl_Position = view_projection * vec4(point * forward.w, 1.0);
    float pixels = stone.w / (up.w * gl_Position.w) * viewport.y, tumble = 0.75 + 0.45 * sin(turn);
    gl_PointSize = max(pixels, LEAST);
    light = tint * (mix(vec3(0.5), sun_light.rgb, 0.8) * day * tumble * min(1.0, pixels / LEAST));
    towards_sun = vec3(dot(sun.xyz, right.xyz), dot(sun.xyz, up.xyz), -dot(sun.xyz, forward.xyz));
}
