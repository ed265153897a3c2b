#include "ships/ships.vert"
