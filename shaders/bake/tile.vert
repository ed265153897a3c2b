uniform vec4 tile;  // lower left corner and extent, in faces
out vec2 place;  // on the face, -1..1

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
    place = (tile.xy + (corner * 0.5 + 0.5) * tile.zw) * 2.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
}
