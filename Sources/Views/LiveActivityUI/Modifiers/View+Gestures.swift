public import Foundation

// Accepted without effect: a touch on a Live Activity opens the app or uses a control; other views take no touches.
extension View {
    /// No effect: views of a Live Activity take no touches.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Self { self }
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> Self { self }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> Self { self }
}
