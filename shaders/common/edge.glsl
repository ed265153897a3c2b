const float WIDTH = 2.2;  // [px]

// The upper edge of every side is a line in a pale accent, as wide on a boss as on a drone: it parts each plate from
// what lies below, whatever that is. Large hulls have one along the foot as well, where their sides end.
float edge_line(float depth, float near_light) {
    float edge = near_light > 0.5 ? min(depth, 1.0 - depth) : depth;
    float line = 1.0 - smoothstep(WIDTH - 0.5, WIDTH + 0.5, edge / max(fwidth(depth), 1e-4));
    return depth < 1.5 ? line : 0.0;
}
