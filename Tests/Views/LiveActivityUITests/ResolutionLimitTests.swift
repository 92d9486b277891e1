import Dispatch
import Foundation
import LiveActivityUI
import Testing

/// Resolving any view terminates: with a tree, or with an error that says what is wrong.
@Suite(.timeLimit(.minutes(5))) struct ResolutionLimitTests {
    struct Nest: View {
        let depth: Int
        var body: AnyView { depth > 0 ? AnyView(Nest(depth: depth - 1)) : AnyView(Text(verbatim: "end")) }
    }

    @Test func bodiesInBodiesHaveALimit() throws {
        // Each level is a body and an AnyView.
        let most = ResolutionLimits.depth / 2 - 1
        let node = try ViewNode(resolving: Nest(depth: most), in: EnvironmentValues())
        let text = try #require(node.text)
        #expect(text.runs.map(\.content) == [.string("end")])
        #expect(throws: ResolutionError.tooDeep(limit: ResolutionLimits.depth)) {
            try ViewNode(resolving: Nest(depth: most + 1), in: EnvironmentValues())
        }
    }

    /// A widget divides by a total of an event, which may be 0.
    @Test(arguments: [CGFloat.nan, .infinity, -.infinity, 1e300, -24, 0])
    func aNumberThatIsNoneEndsNoProcess(number: CGFloat) throws {
        struct Arc: Shape {
            let number: CGFloat
            func path(in rect: CGRect) -> Path {
                var path = Path()
                path.addArc(
                    center: .zero, radius: number, startAngle: .degrees(number), endAngle: .radians(number), clockwise: true)
                path.addRelativeArc(center: .zero, radius: 10, startAngle: .degrees(number), delta: .radians(1))
                path.addRelativeArc(center: .zero, radius: 10, startAngle: .zero, delta: .radians(number))
                return path
            }
        }
        _ = try ViewNode(resolving: Arc(number: number), in: EnvironmentValues())
        for item in [
            GridItem(.adaptive(minimum: 24), spacing: number), GridItem(.adaptive(minimum: number), spacing: -24),
            GridItem(.fixed(number)), GridItem(.flexible(minimum: number, maximum: number)),
        ] {
            _ = try ViewNode(
                resolving: LazyVGrid(columns: [item], spacing: number) { Text(verbatim: "a") }, in: EnvironmentValues())
            _ = try ViewNode(resolving: LazyHGrid(rows: [item]) { Text(verbatim: "a") }, in: EnvironmentValues())
        }
    }

    @Test func aViewThatContainsItselfIsAnError() {
        struct Endless: View {
            var body: AnyView { AnyView(Endless().padding()) }
        }
        #expect(throws: ResolutionError.tooDeep(limit: ResolutionLimits.depth)) {
            try ViewNode(resolving: Endless(), in: EnvironmentValues())
        }
    }

    /// The smallest stack that a thread is likely to have.
    @Test func theLimitFitsASmallStack() throws {
        final class Answer: @unchecked Sendable {
            // Written before the semaphore is signalled, and read afterwards.
            var node: Result<ViewNode, ResolutionError>?
        }
        let (answer, done) = (Answer(), DispatchSemaphore(value: 0))
        let thread = Thread {
            answer.node = Result { () throws(ResolutionError) in
                try ViewNode(resolving: Nest(depth: 1_000), in: EnvironmentValues())
            }
            done.signal()
        }
        thread.stackSize = 512 * 1_024
        thread.start()
        done.wait()
        #expect(answer.node == .failure(.tooDeep(limit: ResolutionLimits.depth)))
    }

    @Test func elementsHaveALimit() throws {
        func row(_ count: Int) -> some View { HStack { ForEach(0..<count, id: \.self) { _ in EmptyView() } } }
        _ = try ViewNode(resolving: row(ResolutionLimits.elements - 1), in: EnvironmentValues())
        for count in [ResolutionLimits.elements, Int.max] {
            #expect(throws: ResolutionError.tooLarge(limit: ResolutionLimits.elements)) {
                try ViewNode(resolving: row(count), in: EnvironmentValues())
            }
        }
    }

    @Test func numbersThatAreNoneStayInTheTreeAndInItsJSON() throws {
        let view = Text(verbatim: "").frame(width: .infinity).padding(-CGFloat.infinity).opacity(.nan)
            .offset(x: -.greatestFiniteMagnitude).scaleEffect(.infinity)
        let node = try ViewNode(resolving: view, in: EnvironmentValues())
        let text = try WireEncoder().encode(node)
        #expect(try WireDecoder().decode(ViewNode.self, from: text) == node)
        #expect(node.effects.first == .frame(FrameNode(minWidth: .infinity, idealWidth: .infinity, maxWidth: .infinity)))
    }

    @Test(arguments: ["", "../../etc/passwd", "👩‍👩‍👧‍👦", "a\u{0}b", String(repeating: "long ", count: 2_000)])
    func namesAndTextsAreKeptAsTheyAre(name: String) throws {
        let node = try ViewNode(resolving: Image(name), in: EnvironmentValues())
        let image = try #require(node.image)
        #expect(image.source == .asset(name))
        let title = try ViewNode(resolving: Text(name), in: EnvironmentValues())
        let text = try #require(title.text)
        #expect(text.runs.map(\.content) == [.string(name)])
    }

    @Test func anUnknownLocaleIsAFallback() throws {
        for name in ["", "xx_YY", "not a locale", "tlh-001", "en_US_POSIX", "ar@numbers=latn"] {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: name)
            let node = try ViewNode(resolving: Text("\(1234) \(0.5)"), in: environment)
            let run = try #require(node.text?.runs.first)
            #expect(run.content != .string(""))
            guard case .string = run.content else { Issue.record("not a plain text: \(run.content)"); continue }
        }
    }

    @Test func manyThreadsResolveAtOnce() async throws {
        struct Who: View {
            @Environment(\.dynamicTypeSize) var size
            let inner: Int
            var body: some View {
                HStack {
                    Text(verbatim: "\(size) \(inner)")
                    if inner > 0 { AnyView(Who(inner: inner - 1)) }
                }
            }
        }
        try await withThrowingTaskGroup(of: (DynamicTypeSize, ViewNode).self) { group in
            for _ in 0..<50 {
                for size in DynamicTypeSize.allCases {
                    group.addTask {
                        var environment = EnvironmentValues()
                        environment.dynamicTypeSize = size
                        return (size, try ViewNode(resolving: Who(inner: 4), in: environment))
                    }
                }
            }
            for try await (size, node) in group {
                let words = String(describing: node)
                #expect(words.contains("\(size) 4") && words.contains("\(size) 0"))
            }
        }
    }
}
