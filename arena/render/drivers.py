"""Who draws: a graphics card, or the processor."""

import moderngl

SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swiftshader", "basic render", "software")


def draws_in_software(ctx: moderngl.Context) -> bool:
    """Whether the processor draws, not a graphics card."""
    renderer = str(ctx.info["GL_RENDERER"]).lower()
    return any(word in renderer for word in SOFTWARE_RENDERERS)
