public import Foundation
public import LiveActivities

// Full Foundation's side of the error: as an `NSError` it has a domain and a code that never change, and texts of its own (API-12).
extension ActivityAuthorizationError: LocalizedError, CustomNSError {}
