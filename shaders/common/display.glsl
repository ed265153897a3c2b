// Colours are authored for the display (gamma 2) and lit in linear light. Without HDR a pass writes display values;
// with HDR it writes linear light, and the post pass maps it.
vec3 linear(vec3 display) { return display * display; }

// Leaves the dark half alone and rolls the bright one off; what is very bright turns white, as film does.
vec3 tone_map(vec3 light) {
    const float knee = 0.45;
    float peak = max(light.r, max(light.g, light.b));
    light = mix(light, vec3(peak), clamp((peak - 1.2) * 0.12, 0.0, 0.7));
    vec3 over = max(light - knee, 0.0);
    return min(light, knee) + (1.0 - knee) * over / (over + (1.0 - knee));
}

// For lit, opaque surfaces.
vec3 surface(vec3 light) {
#ifdef HDR
    return light;
#else
    return sqrt(tone_map(light));
#endif
}

// For what lies behind everything and is painted in display colours.
vec3 backdrop(vec3 display) {
#ifdef HDR
    return display * display;
#else
    return display;
#endif
}

// For light that is added to the picture, given as a display colour.
vec3 emit(vec3 display) {
#ifdef HDR
    return display * display * 1.5;
#else
    return display;
#endif
}
