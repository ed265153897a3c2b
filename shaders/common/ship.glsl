// A ship, as SHIP_DTYPE of arena/view/frame.py has it.
in vec3 position;
in float scale;
in vec3 nose;
in float bank;
in vec3 color;
in float flash;
in float kind;
in float rest;  // of a point: its light, 0 to 1
