// The most light that may lie behind a ship: little in the middle, any at the rim.
in vec3 place;
out vec4 color;
const vec3 MOST = vec3(0.26, 0.22, 0.21);

void main() { color = vec4(MOST / max(place.z * (1.0 - dot(place.xy, place.xy)), 1e-3), 1.0); }
