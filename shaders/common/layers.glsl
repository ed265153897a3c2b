// Layers of noise, all summed by one loop in one place. Mesa's software renderer compiles a copy of a function at each
// call, and takes twice as long with every further loop: a score of calls took 50 s, this takes a fraction of one.
// A shader says `const Layer LAYERS[COUNT]` before it includes this; the first three layers displace those after them.
float sums[COUNT];

// Octaves, each finer and weaker: hills, or ridges that are sharp where the octave before was high.
float octaves(vec3 p, int count, bool ridged) {
    float sum = 0.0, weight = 0.5, last = 1.0;
    for (int i = 0; i < count; i++) {
        float n = noise(p);
        if (ridged) {
            n = 1.0 - abs(n) * 2.0;
            n *= n * last;
            last = n;
            p = p.zxy * 2.11 + vec3(5.3, 11.9, 2.1);
        } else {
            p = p.yzx * 2.03 + vec3(17.1, 3.7, 9.2);
        }
        sum += weight * n;
        weight *= 0.5;
    }
    return sum;
}

void sum_layers(vec3 d) {
    vec3 warp = vec3(0.0);
    for (int i = 0; i < COUNT; i++) {
        Layer layer = LAYERS[i];
        sums[i] = octaves(d * layer.scale + layer.offset + warp * layer.warp, layer.octaves, layer.ridged);
        if (i == 2) warp = vec3(sums[0], sums[1], sums[2]);
    }
}
