// A pale line along the inside of every silhouette, and a dark one around it, over whatever lies farther away.
uniform sampler2D silhouettes;  // hue and nearness of the ship that is seen, 0 where there is none
uniform vec2 texel;             // of the silhouettes
out vec4 color;
const float DARK_PX = 2.9, PALE_PX = 1.4;  // widths [px of a picture 720 high]
const float LIGHT = 1.6, PALE = 0.7;       // of the pale line
const vec2 WAYS[8] = vec2[](vec2(1.0, 0.0), vec2(0.7), vec2(0.0, 1.0), vec2(-0.7, 0.7), vec2(-1.0, 0.0), vec2(-0.7), vec2(0.0, -1.0), vec2(0.7, -0.7));
const float FEW = 2.0;  // ways that are enough
const float OVER = 1.5;  // how much nearer it must be for its whole width: over others of its sort a dark line is thin

void main() {
    vec2 here = gl_FragCoord.xy * texel, px = texel / (720.0 * texel.y);
    vec4 own = texture(silhouettes, here);
    vec2 found = vec2(0.0);  // ways on which a nearer ship begins, and on which this one ends
    for (int i = 0; i < WAYS.length(); i++) {
        float near = texture(silhouettes, here + WAYS[i] * px * PALE_PX).a, far = texture(silhouettes, here + WAYS[i] * px * DARK_PX).a;
        found += vec2(max(near, far / OVER) > own.a, near < own.a);
    }
    found = min(found / FEW, 1.0);
    vec4 line = vec4(mix(own.rgb, vec3(1.0), PALE) * LIGHT, 1.0) * found.y;
    color = mix(line, vec4(vec3(DARK), 1.0), found.x);
}
