#include "common/fullscreen.vert"
