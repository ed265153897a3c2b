// Random numbers of an integer hash: the same on every driver, unlike hashes made of sines.
uint hash3(ivec3 p) {
    uint x = uint(p.x) * 73856093u ^ uint(p.y) * 19349663u ^ uint(p.z) * 83492791u;
    x ^= x >> 16u; x *= 0x7feb352du; x ^= x >> 15u; x *= 0x846ca68bu;
    return x ^ x >> 16u;
}

vec3 random3(ivec3 p) {
    uint h = hash3(p);
    return vec3(h & 1023u, (h >> 10u) & 1023u, (h >> 20u) & 1023u) / 1023.0;
}
