// A ship, as SHIP_DTYPE of arena/view/frame.py has it.
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;
in float kind;
in float rest;  // 1 in a river; of a point: its light, 0 to 1
// Share of its light that a ship behind others has: without it a river is a flat carpet.
float depth_light() { return mix(1.0, 0.35, smoothstep(0.0, 30.0, distance(eye.xyz, position) - length(eye.xyz) + focus.w)); }
