public import LiveActivityUI

/// A screen, as widgets ask for one to size themselves by. There is none: an iPhone's of 393 by 852 points at 3 pixels each, which is the
/// size that most are tested on.
public final class UIScreen: Sendable {
    public static let main = UIScreen()

    public let bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
    public let scale: CGFloat = 3
    public let nativeBounds = CGRect(x: 0, y: 0, width: 1179, height: 2556)
}
