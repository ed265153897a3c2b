// Light on what flies: the sun, its bounce off the planet, a lamp that travels with the camera so that nothing is lost
// on the night side.
vec3 lit(vec3 albedo, vec3 n, vec3 position, float gloss) {
    vec3 outward = normalize(position), to_eye = normalize(eye.xyz - position);
    vec3 lamp = normalize(to_eye + up.xyz * 0.9 - right.xyz * 0.7);
    float day = smoothstep(-0.15, 0.25, dot(outward, sun.xyz));
    float diffuse = max(dot(n, sun.xyz), 0.0) * day;
    float fill = max(dot(n, lamp), 0.0);
    float below = max(-dot(n, outward), 0.0);
    vec3 light = sun_light.rgb * diffuse * 1.45 + fill * vec3(0.30, 0.35, 0.43) + vec3(0.025, 0.035, 0.06)
               + haze.rgb * below * (0.12 + 0.5 * day);
    vec3 shine = vec3(0.0);
    if (gloss > 0.0) {
        vec3 half_sun = normalize(sun.xyz + to_eye), half_lamp = normalize(lamp + to_eye);
        float s = max(dot(n, half_sun), 0.0), l = max(dot(n, half_lamp), 0.0);
        s *= s; s *= s; s *= s; l *= l; l *= l; l *= l;
        shine = gloss * (sun_light.rgb * s * s * day + vec3(0.25, 0.30, 0.38) * l * l);
    }
    return albedo * light + shine;
}
