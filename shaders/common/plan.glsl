// Plans of all hulls from above, side by side, each on a tile of its own; see arena/render/hull_maps.py.
uniform vec3 tiles;  // across, up, and the reach of one from its middle [radii]

// Where a corner of a hull is in the plans, 0 to 1.
vec2 in_plans(int mesh, vec2 corner) {
    vec2 tile = vec2(mesh % int(tiles.x), mesh / int(tiles.x));
    return (tile + 0.5 + corner / (2.0 * tiles.z)) / tiles.xy;
}
