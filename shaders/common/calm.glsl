// The ground lies darker where ships fly, so that they stand out: all of it where that is asked for strongly.
// [u] along the shell, since a narrow falloff looks like a stain; and by how much places towards the sun count as farther.
const float CALM_FAR = 44.0, SUNWARD = 18.0;

// How much of its light the ground keeps at a place, for what is to lose `share` of it at most.
float kept(vec3 unit, float share) {
    float away = acos(clamp(dot(unit, focus.xyz), -1.0, 1.0)) * focus.w, calm = viewport.w;
    float near = 1.0 - smoothstep(0.0, CALM_FAR, away + SUNWARD * dot(unit - focus.xyz, sun.xyz));
    return 1.0 - share * calm * mix(near, 1.0, calm * calm * calm * calm);
}
