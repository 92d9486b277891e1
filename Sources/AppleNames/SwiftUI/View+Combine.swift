public import AppleCombine
public import LiveActivityUI

extension View {
    /// Returns the view itself, because nothing is published here.
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never { self }
}
