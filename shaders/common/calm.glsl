// The ground lies darker where ships fly, so that they stand out: all of it where that is asked for strongly.
const float CALM_NEAR = 0.0, CALM_FAR = 44.0;  // [u] along the shell: a narrow falloff looks like a stain
const float SUNWARD = 18.0;  // [u] by which places towards the sun count as farther: light seems to fall from there

// How much of its light the ground keeps at a place, for what is to lose `share` of it at most.
float kept(vec3 unit, float share) {
    float away = acos(clamp(dot(unit, focus.xyz), -1.0, 1.0)) * focus.w, calm = viewport.w;
    away = max(0.0, away + SUNWARD * dot(unit - focus.xyz, sun.xyz));
    float near = 1.0 - smoothstep(CALM_NEAR, CALM_FAR, away);
    return 1.0 - share * calm * mix(near, 1.0, calm * calm * calm * calm);
}
