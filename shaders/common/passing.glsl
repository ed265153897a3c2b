// Light on what a wave passes, 0 to 1: as far as the wave pushes the lattice there.
float passing(vec3 unit) {
    float light = 0.0;
    for (int i = 0; i < int(viewport.z); i++) {
        float gap = (acos(clamp(dot(unit, shocks[i].xyz), -1.0, 1.0)) * focus.w - shocks[i].w) / 1.9;
        light += strengths[i >> 2][i & 3] * exp(-gap * gap);
    }
    return min(0.6, 0.3 * light);
}
