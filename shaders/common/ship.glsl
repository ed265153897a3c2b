INSTANCE  // SHIP_DTYPE of arena/view/frame.py; `rest` of points is their light, 0 to 1
// Share of its light that a ship behind others has: without it a river is a flat carpet.
float depth_light() { return mix(1.0, 0.35, smoothstep(0.0, 30.0, distance(eye.xyz, position) - length(eye.xyz) + focus.w)); }
