// The ground lies darker where ships fly, so that they stand out: around the focus, and only where there is play.
const float CALM_NEAR = 12.0, CALM_FAR = 44.0;  // [u] along the shell

float calm(vec3 unit) {
    float away = acos(clamp(dot(unit, focus.xyz), -1.0, 1.0)) * focus.w;
    return (1.0 - smoothstep(CALM_NEAR, CALM_FAR, away)) * smoothstep(0.5, 1.0, sun.w);
}
