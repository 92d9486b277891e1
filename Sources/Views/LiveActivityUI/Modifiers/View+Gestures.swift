public import Foundation

// Accepted, and without effect: a touch on a Live Activity opens the app or presses a control (WK-12, WK-14); its views take none.
extension View {
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> Self { self }
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> Self { self }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> Self { self }
}
