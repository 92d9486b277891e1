// Findings name surfaces, and samples are activities that are shown.
@_exported public import LiveActivitySurfaces
