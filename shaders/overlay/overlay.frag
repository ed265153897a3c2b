// All flat shapes by their signed distance; anti-aliased at any size.
uniform sampler2D atlas;
uniform float scale;   // screen pixels in a virtual pixel
const float STROKE = 2.3;  // half a thin stroke of the atlas [texels]
const float REACH = 5.0, REACH_LEAST = 5.0, DARK = 0.94;  // of a letter's shade [px], [texels], its opacity
in vec4 tint;
in vec4 extra;
in vec2 local;
in vec2 sampled;
flat in vec3 form;
out vec4 color;

float box(vec2 p, vec2 extent, float radius) {
    vec2 q = abs(p) - extent + radius;
    return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}

// `end` is the direction of the arc's ends, the middle being straight up.
float arc(vec2 p, float radius, float thickness, vec2 end) {
    p.x = abs(p.x);
    bool open = end.y * p.x > end.x * p.y && end.y > -0.99999;
    return (open ? length(p - end * radius) : abs(length(p) - radius)) - thickness * 0.5;
}

float dart(vec2 p, float size) {
    p = vec2(abs(p.x), p.y) / size;
    vec2 tip = vec2(0.0, 1.0), wing = vec2(0.72, -0.85), notch = vec2(0.0, -0.42);
    vec2 a = wing - tip, b = notch - wing;
    float outside = dot(p - tip, normalize(vec2(-a.y, a.x)));
    float below = dot(p - wing, normalize(vec2(-b.y, b.x)));
    return max(outside, below) * size;
}

float segment(vec2 p, vec2 a, vec2 b) { return length(p - a - (b - a) * clamp(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0)); }

float chevrons(vec2 p, float size) {
    p = vec2(abs(p.x), p.y) / size;
    return size * min(segment(p, vec2(0.0, 0.65), vec2(0.9, -0.15)), segment(p, vec2(0.0, -0.15), vec2(0.5, -0.6)));
}

// Distances are in pixels of the screen; strokes that are thinner than one are widened to it.
vec4 glyph(bool shade) {
    vec2 texels = fwidth(sampled) * vec2(textureSize(atlas, 0));
    float pixel = max(max(texels.x, texels.y), 1e-3);  // texels of the atlas in it
    float d = (texture(atlas, sampled).r - 0.5020) * 2.0 * SPREAD;
    if (shade) {
        float reach = clamp(REACH * pixel, REACH_LEAST, SPREAD);
        return vec4(vec3(0.0), smoothstep(-1.0, -0.65, d / reach) * DARK * tint.a);
    }
    return vec4(tint.rgb, clamp((d + clamp(0.5 * pixel - STROKE, 0.0, STROKE)) / pixel + 0.5, 0.0, 1.0) * tint.a);
}

void main() {
    int shape = int(floor(form.x + 0.5));
    if (shape <= 0) { color = glyph(shape < 0); return; }
    if (shape == 5) {
        float r = length(local / form.yz);
        float soft = max(0.0, 1.0 - r * r);
        color = vec4(tint.rgb, tint.a * soft * soft);
        return;
    }
    if (shape == 6) {
        vec2 p = local / form.yz;
        color = vec4(tint.rgb, tint.a * smoothstep(0.35, 1.5, dot(p, p)));
        return;
    }
    if (shape == 7) {
        color = vec4(tint.rgb, tint.a * pow(clamp(0.5 - 0.5 * local.x / form.y, 0.0, 1.0), extra.x));
        return;
    }
    float d;
    if (shape == 1) {
        d = box(local, form.yz, min(extra.x, min(form.y, form.z)));
        if (extra.y > 0.0) d = max(d, -d - extra.y);
    } else if (shape == 2) {
        d = arc(local, extra.x, extra.y, extra.zw);
    } else if (shape == 3) {
        d = box(local, form.yz, form.z);
    } else {
        d = extra.x > 0.0 ? chevrons(local, form.y - extra.x) - 0.5 * extra.x : dart(local, form.y);
    }
    color = vec4(tint.rgb, tint.a * clamp(0.5 - d * scale, 0.0, 1.0));
}
