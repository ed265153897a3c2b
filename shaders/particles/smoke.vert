// What an explosion leaves that hides: a scorch on the ground, smoke that shocks push, plates that fall.
#include "common/scene.glsl"
#include "common/particle.glsl"
#include "common/display.glsl"
uniform int push_count;
uniform float crowd;  // 0 to 1, of as many as are drawn at most
uniform vec4 pushes[32];  // two each: unit centre and time of birth; reach [u], life [s], strength [u]
const float FALL = 9.0, LIE = 0.15;  // of plates [u/s^2], and above the ground [u]
const vec3 HOT = vec3(1.0, 0.44, 0.13), METAL = vec3(0.30, 0.33, 0.38);
const float PUSH = 1.7, RISE = 0.14, BACK = 1.2;  // [1], times in which smoke gives way and comes back [s]
out vec4 tint;   // light, and how much it hides
out vec4 glow;   // light of its own, and the seed
out vec3 local;  // -1..1, shape
flat out vec2 lamp;  // of the sun, as smoke sees it
flat out vec4 cuts;  // of plates: normals of two torn edges, over their distances from the middle

// A shock moves smoke from when it reaches it.
vec3 pushed(vec3 place, float age) {
    vec3 unit = normalize(place), sum = vec3(0.0);
    for (int i = 0; i < push_count; i++) {
        vec4 from = pushes[2 * i], how = pushes[2 * i + 1];
        float cosine = clamp(dot(unit, from.xyz), -1.0, 1.0), away = acos(cosine) * focus.w / how.x;
        float passed = since(from.w) - how.y * (1.0 - pow(max(1.0 - away, 0.0), 0.3333));
        if (away >= 1.0 || passed <= 0.0 || passed >= age) continue;
        vec3 way = unit * cosine - from.xyz;
        float felt = how.z * (1.0 - away) * (1.0 - exp(-passed / RISE)) * exp(-passed / BACK);
        sum += (way / max(length(way), 1e-2) + 0.3 * unit) * felt;
    }
    return PUSH * sum;
}

void main() {
    Particle p = particle(gl_VertexID >> 2);
    if (!lives(p)) return;
    float done = p.age / p.life, left = 1.0 - done;
    vec2 at = corner();
    local = vec3(at, p.shape);
    vec3 way, outward, side, front, place;
    float deep = 0.0;
    glow = vec4(0.0, 0.0, 0.0, p.seed);
    if (p.shape == PLATE) {
        outward = normalize(p.place);
        float climb = dot(p.velocity, outward), above = length(p.place) - forward.w - LIE;
        float landed = (climb + sqrt(climb * climb + 2.0 * FALL * max(above, 0.0))) / FALL, age = min(p.age, landed);
        place = place_at(p, age, FALL, way);
        outward = normalize(place);
        vec3 across = cross(outward, way);
        float a = 40.0 * p.seed + age * (3.0 + 9.0 * fract(7.3 * p.seed)), b = 91.0 * p.seed + age * (4.0 + 8.0 * fract(3.1 * p.seed));
        side = way * cos(a) + outward * sin(a);
        front = across * cos(b) + (outward * cos(a) - way * sin(a)) * sin(b);
        vec3 n = cross(side, front), to_eye = normalize(eye.xyz - place);
        n *= sign(dot(n, to_eye));
        float size = p.size * (1.0 - smoothstep(0.5, 1.0, done)), day = smoothstep(-0.15, 0.25, dot(outward, sun.xyz));
        side *= size * (0.55 + 0.4 * fract(11.0 * p.seed));
        front *= size * 1.25;
        vec3 paint = linear(mix(METAL, p.color, 0.35));
        // Darker than all that flies once it has cooled: a dead hull is no threat.
        float gleam = pow(max(dot(n, normalize(normalize(sun.xyz) + to_eye)), 0.0), 18.0) * (0.4 + day);
        tint = vec4(p.light * (paint * (0.5 * sun_light.rgb * max(dot(n, sun.xyz), 0.0) * day + 0.12 + 0.12 * max(dot(n, outward), 0.0)) + 0.08 * gleam), 1.0 - smoothstep(0.5, 1.0, done));
        glow.rgb = emit(HOT) * (5.0 * p.growth * exp(-5.0 * p.age));
        float one = 6.28 * fract(17.0 * p.seed), other = one + 1.9 + fract(29.0 * p.seed);
        cuts = vec4(cos(one) / 0.7, sin(one) / 0.7, cos(other) / 0.55, sin(other) / 0.55);
        deep = 1.0;
    } else if (p.shape == SMOKE) {
        place = place_at(p, p.age, 0.0, way);
        place += pushed(place, p.age);
        outward = normalize(place);
        float size = p.size * (0.5 + 0.9 * (1.0 - exp(-2.4 * p.age)) + 0.16 * p.age), turn = 6.28 * p.seed + 0.4 * (p.seed - 0.5) * p.age;
        side = (right.xyz * cos(turn) + up.xyz * sin(turn)) * size;
        front = (up.xyz * cos(turn) - right.xyz * sin(turn)) * size;
        float day = smoothstep(-0.15, 0.25, dot(outward, sun.xyz));
        vec3 paint = linear(p.color);
        tint = vec4(paint * (sun_light.rgb * day + vec3(0.24, 0.27, 0.34)), p.light * min(1.0, 12.0 * p.age) * left * left);
#ifndef FINE
        tint.a -= mix(0.05, 0.15, crowd);  // large and thin at its end, it would cost as much as all before
        if (tint.a <= 0.0) return;
#endif
        glow.rgb = emit(HOT) * (0.5 * exp(-3.0 * p.age));
        vec3 from = normalize(sun.xyz);
        lamp = vec2(dot(from, normalize(side)), dot(from, normalize(front)));
        deep = min(size, 4.0);
    } else {
        place = p.place;
        outward = normalize(place);
        side = normalize(cross(up.xyz, outward)) * p.size;
        front = cross(outward, side);
        tint = vec4(vec3(0.0), p.light * min(1.0, 3.0 * left));
        glow.rgb = emit(HOT) * (0.55 * exp(-2.2 * p.age));
    }
    tint.a *= far_enough(place);
    gl_Position = projected(place + side * at.x + front * at.y, deep);
}
