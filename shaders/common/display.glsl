// Colours are authored for the display (gamma 2) and lit in linear light. Without HDR a pass writes display values;
// with HDR it writes linear light, and the post pass maps it.
vec3 linear(vec3 display) { return display * display; }

vec3 tone_map(vec3 light) {
    vec3 x = light * 0.82;
    return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
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
    return display * display * 1.25;
#else
    return display;
#endif
}

// For light that is added to the picture, given as a display colour.
vec3 emit(vec3 display) {
#ifdef HDR
    return display * display * 1.7;
#else
    return display;
#endif
}
