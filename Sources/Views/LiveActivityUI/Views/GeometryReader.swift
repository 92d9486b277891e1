public import Foundation

/// Takes all the place it is offered, and makes its content for the size that it gets.
///
/// The closure runs once the tree around it is laid out, in ``EnvironmentValues/containerSize`` and with
/// ``EnvironmentValues/textMeasuring``; the tree then keeps what it made.
public struct GeometryReader<Content: View>: View {
    public var content: (GeometryProxy) -> Content

    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(
            resolution.contentOnceLaidOut { size, inner in
                inner.node(of: view.content(GeometryProxy(size: size)), stacked: .depth)
            })
    }
}

/// The size that a ``GeometryReader`` got.
public struct GeometryProxy: Hashable, Sendable {
    public let size: CGSize

    /// None: a surface has no part that is covered.
    public var safeAreaInsets: EdgeInsets { EdgeInsets() }

    /// The reader's frame. Where it stands on the surface is not known to it: its origin is 0, 0 in every space.
    public func frame(in space: CoordinateSpace) -> CGRect { CGRect(origin: .zero, size: size) }
    public func frame(in space: some CoordinateSpaceProtocol) -> CGRect { CGRect(origin: .zero, size: size) }
    public func bounds(of space: NamedCoordinateSpace) -> CGRect? { nil }
}

/// In which coordinates a frame is told.
public enum CoordinateSpace: Hashable, Sendable {
    case global, local
    case named(String)
}

public protocol CoordinateSpaceProtocol: Sendable {}

public struct LocalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}
}
public struct GlobalCoordinateSpace: CoordinateSpaceProtocol {
    public init() {}
}
public struct NamedCoordinateSpace: CoordinateSpaceProtocol, Equatable {
    let name: String
}
extension CoordinateSpaceProtocol where Self == LocalCoordinateSpace { public static var local: Self { Self() } }
extension CoordinateSpaceProtocol where Self == GlobalCoordinateSpace { public static var global: Self { Self() } }
extension CoordinateSpaceProtocol where Self == NamedCoordinateSpace {
    public static func named(_ name: some Hashable) -> Self { Self(name: "\(name)") }
}
