in float height;
flat in float paint;
out vec4 color;

void main() { color = vec4(height, paint + 1.0, 0.0, 1.0); }
