// Projected, but tested as if it were so much nearer to the eye: light is as deep as it is wide.
vec4 projected(vec3 place, float nearer_by) {
    vec4 clip = view_projection * vec4(place, 1.0);
    vec4 nearer = view_projection * vec4(place + normalize(eye.xyz - place) * nearer_by, 1.0);
    clip.z = nearer.z / nearer.w * clip.w;
    return clip;
}
