// Streaks about 0 that do not repeat to the eye.
float waves(float x) { return sin(x) + 0.6 * sin(x * 2.3 + 1.0) + 0.4 * sin(x * 5.1 + 2.0); }
