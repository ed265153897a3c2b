// A gas world: bands of cloud that shear along each other, and vortices that wind them up.
const float RELIEF = 0.039;
#include "common/ground.glsl"
const int CURL = 3, STREAKS = 4, TOWERS = 5, COUNT = 6;
const Layer LAYERS[COUNT] = Layer[](
    Layer(vec3(3.0, 7.0, 3.0), 3.1, 0.0, 4, false), Layer(vec3(3.0, 7.0, 3.0), 11.7, 0.0, 4, false),
    Layer(vec3(3.0, 7.0, 3.0), 23.9, 0.0, 4, false), Layer(vec3(4.0, 11.0, 4.0), 0.0, 1.6, 5, false),
    Layer(vec3(3.0, 34.0, 3.0), 0.0, 1.1, 5, false), Layer(vec3(15.0), 2.0, 1.6, 5, true));
#include "common/layers.glsl"
const int STORMS = 9;
const vec4 EYES[STORMS] = vec4[](  // where, and how large [rad]
    vec4(0.55, 0.42, 0.72, 0.30), vec4(-0.80, -0.30, 0.52, 0.36), vec4(0.10, -0.48, -0.87, 0.33),
    vec4(-0.55, 0.50, -0.67, 0.27), vec4(0.93, -0.33, -0.13, 0.26), vec4(0.28, -0.30, 0.91, 0.24),
    vec4(-0.97, 0.22, -0.05, 0.22), vec4(0.60, 0.26, -0.76, 0.25), vec4(-0.30, 0.30, 0.90, 0.24));

vec4 form(vec3 d) {
    float eye = 0.0, wall = 0.0;
    for (int i = 0; i < STORMS; i++) {
        vec3 axis = normalize(EYES[i].xyz);
        float near = distance(d, axis) / EYES[i].w;
        if (near < 1.0) {
            float angle = 5.5 * (1.0 - near) * (1.0 - near) * sign(axis.y), c = cos(angle), s = sin(angle);
            d = d * c + cross(axis, d) * s + axis * dot(axis, d) * (1.0 - c);
            eye = max(eye, 1.0 - smoothstep(0.10, 0.20, near));
            wall = max(wall, smoothstep(0.10, 0.26, near) * (1.0 - smoothstep(0.26, 0.75, near)));
        }
    }
    sum_layers(d);
    float latitude = d.y + 0.10 * sums[CURL] + 0.02 * sums[1];
    float band = sin(latitude * 15.0 + 1.2 * sin(latitude * 5.0)) * 0.5 + 0.5;
    band = clamp(mix(band, 0.92, wall * 0.75) + 0.26 * sums[STREAKS] + 0.30 * sums[CURL], 0.0, 1.0) * (1.0 - 0.8 * eye);
    float towers = sums[TOWERS] * smoothstep(0.25, 0.8, band);
    return vec4(0.24 * band + 0.09 * towers + 0.10 * wall + 0.10 * sums[STREAKS], band, towers, eye);
}

vec4 matter(vec4 form, vec3 d) {
    float band = form.y;
    vec3 ground = mix(ocean, shallows, smoothstep(0.0, 0.35, band));
    ground = mix(ground, lowland, smoothstep(0.15, 0.55, band));
    ground = mix(ground, highland, smoothstep(0.40, 0.80, band));
    ground = mix(ground, peaks, smoothstep(0.66, 1.02, band + form.z * 0.25));
    // Winds shear where one band ends and the next begins: charged air glows there, and lightning shows most.
    float shear = 1.7 - smoothstep(0.0, 0.16, abs(band - 0.50)) - 0.7 * smoothstep(0.0, 0.10, abs(band - 0.86));
    return vec4(ground, 0.3 * smoothstep(0.2, 0.8, 0.35 + form.z - 0.4 * band) + 0.7 * shear);
}
