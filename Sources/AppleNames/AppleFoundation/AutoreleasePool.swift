/// Calls `body`. Linux has no objects that a pool releases.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
