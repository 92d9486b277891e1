import CLiveActivities

// The macro that adds these up is not one that Swift can read.
@c @implementation
public func la_version() -> UInt32 {
    UInt32(LA_VERSION_MAJOR * 1_000_000 + LA_VERSION_MINOR * 1_000 + LA_VERSION_PATCH)
}
