float cloud_thickness(vec3 d) {
    vec3 curl = vec3(fbm(d * 2.6, 3), fbm(d * 2.6 + 9.0, 3), fbm(d * 2.6 + 19.0, 3));
    float bank = fbm(d * 3.2 + curl * 2.4, 6);
    float wisps = fbm(d * vec3(9.0, 15.0, 9.0) + curl * 5.0, 4);
    return smoothstep(0.02, 0.42, bank * 1.25 + wisps * 0.42);
}
