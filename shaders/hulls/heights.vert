// All hulls as they are from above, each on a tile of its own: heights for plans.frag.
uniform sampler2D meshes;  // as in ships/ships.vert
uniform vec2 tiles;
out float height;
flat out float paint;
const float REACH = 1.6;  // of a tile, from its middle [radii]

void main() {
    vec4 corner = texelFetch(meshes, ivec2(gl_VertexID, 2 * gl_InstanceID), 0);
    vec2 tile = vec2(gl_InstanceID % int(tiles.x), gl_InstanceID / int(tiles.x));
    vec2 place = (tile + 0.5 + corner.xy / (2.0 * REACH)) / tiles;
    height = corner.z;
    paint = corner.w;
    gl_Position = vec4(place * 2.0 - 1.0, -corner.z, 1.0);
}
