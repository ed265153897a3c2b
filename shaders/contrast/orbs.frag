in vec2 place;
flat in vec4 line;
out vec4 color;

void main() {
    if (dot(place, place) > 1.0) discard;
    color = line;
}
