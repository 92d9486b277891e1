import Foundation

/// One tree of views on its way to nodes: the environment where it stands, and the bounds that it keeps.
///
/// Belongs to the thread that resolves. Nothing of it is for views of an app's own.
public final class Resolution {
    // One thread has it, and what changes it puts the old value back before anything else looks: checking each access would cost as
    // much as the work itself.
    @exclusivity(unchecked) public var environment: EnvironmentValues
    @exclusivity(unchecked) @usableFromInline var depth: Int
    @exclusivity(unchecked) @usableFromInline var elements: Int
    @exclusivity(unchecked) @usableFromInline package internal(set) var failure: ResolutionError?
    /// What waits for its size; most trees have nothing that does.
    package var deferred: Deferred?
    /// Whether the tree is made for the surface's size: something in it has asked for that, or waits for its own.
    package internal(set) var dependsOnSize = false

    /// In a grid, its rows so far.
    var gridRows: [GridNode.Row]?

    package init(_ environment: EnvironmentValues, depth: Int = 0, elements: Int = 0) {
        self.environment = environment
        self.depth = depth
        self.elements = elements
    }

    /// What a part that was resolved by itself has used up of the bounds.
    func takeOver(_ part: Resolution) {
        elements = part.elements
        if failure == nil { failure = part.failure }
    }

    /// Goes one level down, unless that is too deep or the tree is given up already.
    @inlinable func descend(_ body: () -> Void) {
        guard failure == nil else { return }
        guard depth < ResolutionLimits.depth else {
            failure = .tooDeep(limit: ResolutionLimits.depth)
            return
        }
        depth += 1
        body()
        depth -= 1
    }

    /// Counts a leaf, a container or an element of a `ForEach`; `false` where there are too many, or the tree is given up already.
    @inlinable func count() -> Bool {
        elements += 1
        if elements > ResolutionLimits.elements, failure == nil { failure = .tooLarge(limit: ResolutionLimits.elements) }
        return failure == nil
    }

    /// The nodes of a view, by themselves.
    @inlinable func nodes<Content: View>(of view: Content) -> [ViewNode] {
        var nodes: [ViewNode] = []
        Content._resolve(view, in: self, into: &nodes)
        return nodes
    }

    /// A view as one node: several are stacked as `axis` says.
    @inlinable package func node<Content: View>(of view: Content, stacked axis: StackNode.Axis = .vertical) -> ViewNode {
        let nodes = nodes(of: view)
        return switch nodes.count {
        case 0: ViewNode(.empty)
        case 1: nodes[0]
        default: ViewNode(.stack(StackNode(axis: axis, children: nodes)))
        }
    }
}

/// How far a tree of views is followed.
public enum ResolutionLimits {
    /// Bodies in bodies. A card nests five; each takes some hundred bytes of the thread's stack, of which a thread has 512 KB and more.
    public static let depth = 128
    /// Leaves, containers and elements of a `ForEach`, together. A card has 25; ten thousand are still resolved in some milliseconds.
    public static let elements = 10_000
}

/// Why a view could not be resolved.
public enum ResolutionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Bodies stand in each other without an end, or nearly.
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)

    public var description: String {
        switch self {
        case .tooDeep(let limit): "the view nests more than \(limit) bodies: does one contain itself?"
        case .tooLarge(let limit): "the view has more than \(limit) parts: a surface shows some dozens"
        }
    }
}

// MARK: - The resolution in progress

extension Resolution {
    /// The one that is in progress on this thread: what `@Environment` reads.
    static var current: Resolution? {
        pthread_getspecific(key).map { Unmanaged<Resolution>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `body` with this as the current one. `self` is alive the whole time, so it need not be retained.
    package func run<Result>(_ body: () -> Result) -> Result {
        let outer = pthread_getspecific(Self.key)
        pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(Self.key, outer) }
        return withExtendedLifetime(self) { body() }
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no place left for thread-local data: \(status)")
        return key
    }()
}

extension ViewNode {
    /// Resolves a view in an environment: evaluates the bodies, and settles in each leaf what it inherits. On any thread.
    ///
    /// - Throws: ``ResolutionError`` where the view is too deep or too large.
    public init(resolving view: some View, in environment: EnvironmentValues) throws(ResolutionError) {
        self = try Resolution.node(in: environment) { $0.node(of: view) }
    }
}

extension Resolution {
    static func node(in environment: EnvironmentValues, _ make: (Resolution) -> ViewNode) throws(ResolutionError) -> ViewNode {
        let resolution = Resolution(environment)
        let node = resolution.run { resolution.laidOut(make(resolution), in: environment.surfaceSize) }
        if let failure = resolution.failure { throw failure }
        return node
    }
}
