import LiveActivityUI

// A node's value by kind, for `try #require(node.stack)`: a test whose view resolves to something else fails instead of ending
// early.
extension ViewNode {
    var stack: StackNode? { if case .stack(let stack) = content { stack } else { nil } }
    var text: TextNode? { if case .text(let text) = content { text } else { nil } }
    var image: ImageNode? { if case .image(let image) = content { image } else { nil } }
    var control: ControlNode? { if case .control(let control) = content { control } else { nil } }
    var geometry: (width: Double, height: Double, content: ViewNode)? {
        if case .geometry(let width, let height, let content) = content { (width, height, content) } else { nil }
    }
}
