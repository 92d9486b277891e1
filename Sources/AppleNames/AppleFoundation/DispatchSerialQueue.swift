public import Foundation

/// A queue that performs one block at a time, as each `DispatchQueue` does unless it is made concurrent.
public typealias DispatchSerialQueue = DispatchQueue
