INSTANCE  // OVERLAY_DTYPE of arena/view/overlay/overlay.py
uniform vec2 extent;  // of the virtual screen
uniform float beside;  // what pieces of arcs cover beyond their line [virtual px]
out vec4 tint;
out vec4 extra;
out vec2 local;   // [virtual px] from the centre
out vec2 sampled;
flat out vec3 form;  // shape, half extents

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    float margin = shape > 0.5 ? 1.5 : 0.0;
    local = corner * (place.zw + margin);
    bool piece = shape > 7.5;  // of an arc, from one angle to another: as little around its line as straight sides allow
    if (piece) {
        float angle = (gl_VertexID & 1) == 1 ? place.w : place.z, half_width = uv.y * 0.5 + beside;
        float away = corner.y > 0.0 ? (uv.x + half_width) / cos((place.w - place.z) * 0.5) : max(uv.x - half_width, 0.0);
        local = away * vec2(sin(angle), cos(angle));
    }
    float c = cos(turn), s = sin(turn);
    vec2 point = place.xy + vec2(local.x * c + local.y * s, local.y * c - local.x * s);
    gl_Position = vec4(point / extent * 2.0 - 1.0, 0.0, 1.0);
    sampled = mix(uv.xy, uv.zw, corner * 0.5 + 0.5);
    tint = color;
    extra = uv;
    form = vec3(piece ? 2.0 : shape, place.zw);
}
