// Colours are authored for the display (gamma 2) and lit in linear light, which the post pass maps to the display.
vec3 linear(vec3 display) { return display * display; }

// Leaves the dark half alone and rolls the bright one off; what is very bright turns white, as film does.
vec3 tone_map(vec3 light) {
    const float knee = 0.45;
    float peak = max(light.r, max(light.g, light.b));
    light = mix(light, vec3(peak), clamp((peak - 1.2) * 0.12, 0.0, 0.7));
    vec3 over = max(light - knee, 0.0);
    return min(light, knee) + (1.0 - knee) * over / (over + (1.0 - knee));
}

// For light that is added to the picture, given as a display colour.
vec3 emit(vec3 display) { return display * display * 1.5; }
