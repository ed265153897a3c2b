flat in vec3 line;
out vec4 color;

void main() { color = vec4(line, 1.0); }
