flat in vec4 line;
out vec4 color;

void main() { color = line; }
