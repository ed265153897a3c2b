// What every pass may know of the frame; filled once a frame by arena/render/scene_block.py.
layout(std140) uniform Scene {
    mat4 view_projection;
    vec4 eye;         // xyz [u], w: time [s]
    vec4 right;       // xyz, w: aspect
    vec4 up;          // xyz, w: tangent of half the vertical field of view
    vec4 forward;     // xyz, w: planet radius [u]
    vec4 focus;       // unit, w: shell radius [u]
    vec4 sun;         // unit direction, w: brightness of the lattice
    vec4 sun_light;   // w: distance from the eye at which rocks are whole [u]
    vec4 haze;        // w: least cosine at which what lies flat on the shell is seen from above
    vec4 lattice_color;  // w: time of the weather, 0 where it is to be still [s]
    vec4 viewport;    // width, height [px], z: how many shocks, w: how much darker the ground is under play
    vec4 shocks[8];   // unit centre, w: radius along the shell [u]
    vec4 strengths[2];  // of the shocks, four in each [u]
    vec4 lights[16];  // two of each explosion: where, w: reach, 0 of those that are none [u]; its colour
};
