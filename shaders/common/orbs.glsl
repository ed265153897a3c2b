// Of enemies' bullets and of players' fire: how far they reach, in widths of a bullet.
const float GLOW = 2.7;  // light
const float SHADE = 2.15, SHADE_FULL = 1.70;  // the dark around an orb's ring, and where it is deepest
const float DEEPEST = 0.94;
