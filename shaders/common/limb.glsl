// Directions at the planet's limb, counted from below the sun.
const float HIDDEN = 0.03, SHOWN = 0.16;  // sine of the sun's angle from the zenith, where its azimuth means little

struct Limb {
    vec3 axis;       // unit, from the planet to the eye
    vec3 flat_sun;   // direction of the sun without its part along the axis; its length is the sine of its angle
    vec3 below_sun;  // the same, unit
    float away;      // [u] of the eye from the planet's middle
};

Limb find_limb() {
    float away = length(eye.xyz);
    vec3 axis = eye.xyz / away, flat_sun = sun.xyz - axis * dot(sun.xyz, axis);
    float sine = length(flat_sun);
    return Limb(axis, flat_sun, sine > 1e-4 ? flat_sun / sine : right.xyz, away);
}

// Unit direction across the axis.
vec3 towards_azimuth(Limb limb, float azimuth) {
    return limb.below_sun * cos(azimuth) + cross(limb.axis, limb.below_sun) * sin(azimuth);
}

// Angle from the axis, of what is so high above the limb.
float above_limb(Limb limb, float height) { return asin(min(1.0, forward.w / limb.away)) + height; }
