in vec2 place;
out vec4 color;

void main() {
    if (dot(place, place) > 1.0) discard;
    color = vec4(vec3(DARK), 1.0);
}
