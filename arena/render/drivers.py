"""Detection of software renderers."""

import moderngl

SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swiftshader", "basic render", "software")


def draws_in_software(ctx: moderngl.Context) -> bool:
    """True if OpenGL runs on the processor instead of a graphics card."""
    renderer = str(ctx.info["GL_RENDERER"]).lower()
    return any(word in renderer for word in SOFTWARE_RENDERERS)
