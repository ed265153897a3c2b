const float EDGE_WIDTH = 2.2, LARGE_EDGE_WIDTH = 3.8;  // [px] of small hulls, and of large ones and parts on them

// The upper edge of every side is a line in a pale accent, as wide on a boss as on a drone: it parts each plate from
// what lies below, whatever that is. Large hulls have one along the foot as well, where their sides end.
float edge_line(float depth, float near_light) {
    float edge = near_light > 0.5 ? min(depth, 1.0 - depth) : depth;
    float width = mix(EDGE_WIDTH, LARGE_EDGE_WIDTH, near_light);
    float line = 1.0 - smoothstep(width - 0.5, width + 0.5, edge / max(fwidth(depth), 1e-4));
    return depth < 1.5 ? line : 0.0;
}
