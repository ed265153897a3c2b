// A particle as it began (see arena/view/effects/particles.py, whose numbers have their names here), and where it has
// come to by now.
#include "common/projected.glsl"
uniform usampler2D rows;
uniform int first;  // row of the first that is drawn
uniform float now;

struct Particle { vec3 place, velocity, color; float age, life, size, drag, light, growth, seed; int shape; };

// Time since something began, negative before it does.
float since(float birth) {
    float age = now - birth;
    return age - PERIOD * round(age / PERIOD);
}

Particle particle(int number) {
    int row = (first + number) % (LINE * textureSize(rows, 0).y);
    ivec2 at = ivec2(3 * (row % LINE), row / LINE);
    uvec4 c = texelFetch(rows, at + ivec2(2, 0), 0);
    vec4 a = uintBitsToFloat(texelFetch(rows, at, 0)), b = uintBitsToFloat(texelFetch(rows, at + ivec2(1, 0), 0));
    vec4 color = vec4(c.z & 255u, (c.z >> 8u) & 255u, (c.z >> 16u) & 255u, c.z >> 24u) / 255.0;
    vec2 size = uintBitsToFloat(c.xy), look = vec2((c.w >> 8u) & 255u, (c.w >> 16u) & 255u) / 255.0;
    return Particle(a.xyz, b.xyz, color.rgb, since(a.w), b.w, size.x, size.y, color.a * LIGHT_MOST,
                    (look.x * 2.0 - 1.0) * GROWTH_MOST, look.y, int(c.w & 255u));
}

// What has not begun, or has ended, leaves the picture.
bool lives(Particle p) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return p.age >= 0.0 && p.age < p.life;
}

// Where it is at an age, along a great circle and up or down, ever slower; `way` is the unit tangent it flies along.
vec3 place_at(Particle p, float age, float fall, out vec3 way) {
    float high = length(p.place), run = p.drag > 0.01 ? (1.0 - exp(-p.drag * age)) / p.drag : age;
    vec3 outward = p.place / high;
    float climb = dot(p.velocity, outward);
    vec3 along = p.velocity - outward * climb;
    float speed = length(along), angle = speed * run / high;
    along /= max(speed, 1e-4);
    way = along * cos(angle) - outward * sin(angle);
    return (outward * cos(angle) + along * sin(angle)) * (high + climb * (fall > 0.0 ? age : run) - 0.5 * fall * age * age);
}

// What is close before a low camera would fill the picture.
float far_enough(vec3 place) { return smoothstep(6.0, 12.0, distance(place, eye.xyz)); }

vec2 corner() { return vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0; }
