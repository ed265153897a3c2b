"""Parts of the editor's screen: state, input, file, panels and their drawing."""
