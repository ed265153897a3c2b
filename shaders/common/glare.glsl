// Light of explosions upon a place, for a surface with a normal `n`.
vec3 glare_at(vec3 place, vec3 n) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 16 && lights[i].w > 0.0; i += 2) {
        vec3 way = (lights[i].xyz - place) / lights[i].w;
        float away = dot(way, way), left = max(0.0, 1.0 - away);
        sum += lights[i + 1].rgb * (left * left * (0.4 + 0.6 * max(dot(n, way) * inversesqrt(away + 1e-4), 0.0)));
    }
    return sum;
}
