import CLiveActivities

// Swift cannot import the macro LA_VERSION, so its parts are combined here.
@c @implementation
public func la_version() -> UInt32 {
    UInt32(LA_VERSION_MAJOR * 1_000_000 + LA_VERSION_MINOR * 1_000 + LA_VERSION_PATCH)
}
