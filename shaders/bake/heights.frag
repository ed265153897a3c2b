in float height;
out vec4 color;

void main() { color = vec4(height, 0.0, 0.0, 1.0); }
