def apply_overlay(root, overlay, diagnostics):
    return root.content
