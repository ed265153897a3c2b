#include "common/scene.glsl"
#include "common/glare.glsl"
#include "common/turn.glsl"
in vec3 in_position;
in vec3 in_normal;
in vec4 in_shade;  // albedo factor, gloss, glow, facet share
INSTANCE  // ASTEROID_DTYPE of arena/view/frame.py
out vec3 world, normal, albedo, glare, place, state;  // `place` on the unit rock; `state`: load, heat, scale
out vec4 shade;
flat out vec4 turn;
flat out float cover;
const float OPEN = 0.667;  // from here on a rock closes, over the distance at which it is whole

void main() {
    world = position + rotate(rotation, in_position) * scale;
    normal = rotate(rotation, in_normal);
    glare = glare_at(world, normal);
    albedo = tint * tint * in_shade.x;
    shade = in_shade;
    turn = rotation;
    place = in_position;
    state = vec3(load, heat, scale);
    cover = mix(0.22, 1.0, smoothstep(OPEN, 1.0, distance(position, eye.xyz) / sun_light.w));
    gl_Position = view_projection * vec4(world, 1.0);
}
