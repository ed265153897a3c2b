// What lies flat on the shell would be seen from the edge towards the limb, as a sliver: small ships and what warns
// turn to the eye there, as far as it takes to see them at a cosine of `least`.
vec3 turned(vec3 above, vec3 to_eye, float least) {
    float facing = dot(above, to_eye);
    vec3 across = above - to_eye * facing;
    return facing >= least ? above : to_eye * least + across * (sqrt(1.0 - least * least) / length(across));
}
