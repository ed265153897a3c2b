// Where the corners of a ship are, and which way its axes point.
#include "common/facing.glsl"
const float SMALL = 2.2;  // scale of ships that turn to the eye towards the limb

struct Attitude { vec3 right, ahead, above; };

Attitude attitude_of(vec3 position, vec3 nose, float bank, bool turns) {
    vec3 outward = normalize(position), right = normalize(cross(nose, outward));
    vec3 above = outward * cos(bank) + right * sin(bank);
    if (turns) above = turned(above, normalize(eye.xyz - position), haze.w);
    right = normalize(cross(cross(outward, right), above));
    return Attitude(right, cross(above, right), above);
}

vec3 along(Attitude ship, vec3 v) { return ship.right * v.x + ship.ahead * v.y + ship.above * v.z; }
