public import AppleCombine
public import LiveActivityUI

extension View {
    /// The view: nothing is published here.
    public func onReceive<P: Publisher>(_ publisher: P, perform action: @escaping (P.Output) -> Void) -> some View
    where P.Failure == Never { self }
}
