// Brings a finished picture to its place and size.
uniform sampler2D source;
in vec2 place;
out vec4 color;

void main() { color = texture(source, place * 0.5 + 0.5); }
