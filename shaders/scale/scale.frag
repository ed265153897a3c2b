// A scene that was drawn with fewer pixels than it fills; the sampler smooths it.
uniform sampler2D source;
in vec2 place;
out vec4 color;

void main() { color = vec4(texture(source, place * 0.5 + 0.5).rgb, 1.0); }
