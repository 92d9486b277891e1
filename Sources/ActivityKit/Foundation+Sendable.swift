public import Foundation

// Apple's SDK says of this class that it may be shared between threads, and its documentation that it is thread-safe; Linux's Foundation
// guards it with the same lock and says nothing. Widgets keep their app group's defaults in a global constant.
extension UserDefaults: @retroactive @unchecked Sendable {}
