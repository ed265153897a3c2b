const vec3 LUMA = vec3(0.3, 0.5, 0.2);  // weights of a display colour in its lightness
