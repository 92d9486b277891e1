/// A function of the main actor, to be called where we are.
///
/// SwiftUI's protocols belong to the main actor, and an app's code with them, so that it may read what else belongs there. Here views are
/// values that are resolved on any thread: what a body reads are the values it was made of and this thread's resolution. A body that
/// goes further, to an object of the main actor, must know that itself.
@inlinable func unisolated<Input, Output>(_ function: @escaping @MainActor (Input) -> Output) -> (Input) -> Output {
    unsafeBitCast(function, to: ((Input) -> Output).self)
}
