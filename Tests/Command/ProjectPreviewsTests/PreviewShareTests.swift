#if Preview
import Foundation
import LiveActivityPreview
import LiveActivitySurfaces
import SwiftUI
import Testing
import WidgetKit

@testable import IOSProjects
@testable import ProjectPreviews
@testable import PreviewRequests

/// The processes that together draw one project's previews.
@Suite struct PreviewShareTests {
    @Test(arguments: 1...5) func eachPreviewIsInOneShare(count: Int) {
        for preview in 0..<20 {
            let shares = (0..<count).filter { PreviewShare(index: $0, count: count).contains(preview) }
            #expect(shares == [preview % count])
        }
    }

    @Test func aShareIsItsArgument() throws {
        let share = PreviewShare(index: 1, count: 3)
        #expect(try PreviewShare(parsing: share.argument) == share)
        for wrong in ["", "1", "3/3", "-1/2", "a/b", "1/2/3"] {
            #expect(throws: PreviewFailure.self) { try PreviewShare(parsing: wrong) }
        }
    }

    @Test func fewPreviewsAreDrawnByOneProcess() {
        #expect([0, 7, 8, 11, 12, 100].map { PreviewCrew.processes(previews: $0, cores: 4) } == [1, 1, 2, 2, 3, 4])
        #expect(PreviewCrew.processes(previews: 100, cores: 1) == 1)
    }

    /// A simulated process whose end the test determines.
    private final class Actor: PreviewCrew.Member {
        private(set) var end: ProgramProcess.End?
        private(set) var isStopped = false

        /// - Parameter end: `nil` for a process that does not end.
        init(_ end: ProgramProcess.End?) { self.end = end }

        func stop() {
            isStopped = true
            if end == nil { end = .failure("signal 9") }
        }
    }

    private func withRequest(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "share-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "request.json"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [], "nothing is left beside the request")
    }

    /// The project's code ends the process at the second state, and ends the next process while the values of another preview
    /// are created.
    @Test func aFurtherProcessGoesOnBehindWhatEndedOne() async throws {
        try await withRequest { (request) async throws in
            var places: [PreviewShare.Place?] = [.init(preview: 0, state: 1), .init(preview: 1, state: nil), nil]
            var known: [[PreviewShare.Place: PreviewShare.Death]] = []
            let crew = PreviewCrew(request, previews: 2, cores: 4) { share in
                var result = try share.result(for: request)
                known.append(result.deaths)
                let place = places.removeFirst()
                try share.mark(place, for: request)
                result.isComplete = place == nil
                result.unknownSymbols = ["no.such.symbol"]
                try share.write(result, for: request)
                return Actor(place.map { .failure("signal \($0.preview + 4)") } ?? .success)
            }
            #expect(try crew.result().unknownSymbols == ["no.such.symbol"])
            let first = [PreviewShare.Place(preview: 0, state: 1): PreviewShare.Death.end("signal 4")]
            let second = [PreviewShare.Place(preview: 1, state: nil): PreviewShare.Death.end("signal 5")]
            #expect(known == [[:], first, first.merging(second) { $1 }])
        }
    }

    /// `exit(0)` in the project's code is an end before the share is complete.
    @Test func anExitBeforeTheShareIsCompleteCountsAsADeath() async throws {
        try await withRequest { (request) async throws in
            var starts = 0
            let crew = PreviewCrew(request, previews: 1, cores: 1) { share in
                starts += 1
                var result = try share.result(for: request)
                if starts == 1 { try share.mark(.init(preview: 0, state: 0), for: request) }
                if starts == 2 {
                    #expect(result.deaths == [.init(preview: 0, state: 0): .end("status 0")])
                    result.isComplete = true
                    try share.write(result, for: request)
                }
                return Actor(.success)
            }
            #expect(try crew.result().entries == [:])
            #expect(starts == 2)
        }
    }

    /// The project's code waits at the second state, and the next process continues.
    @Test func aStateThatDoesNotEndIsLeftOut() async throws {
        try await withRequest { (request) async throws in
            let place = PreviewShare.Place(preview: 0, state: 1)
            var members: [Actor] = []
            let crew = PreviewCrew(request, previews: 1, cores: 1, limit: 3) { share in
                var result = try share.result(for: request)
                result.isComplete = !result.deaths.isEmpty
                #expect(result.deaths == (members.isEmpty ? [:] : [place: .stall]))
                try share.write(result, for: request)
                if members.isEmpty { try share.mark(place, for: request) }
                members.append(Actor(result.isComplete ? .success : nil))
                return members[members.count - 1]
            }
            _ = try crew.result()
            #expect(members.map(\.isStopped) == [true, false])
        }
    }

    @Test func aStateThatBeginsInTimeIsAwaited() async throws {
        try await withRequest { (request) async throws in
            let mark = PreviewShare(index: 0, count: 1).progress(for: request)
            var watch = StallWatch(mark, limit: 2)
            func polls(_ count: Int) -> [Bool] { (0..<count).map { _ in watch.poll() } }
            #expect(polls(3) == [false, false, false], "no code of the project is running")
            try mark.set(Data("1".utf8))
            #expect(polls(2) == [false, false])
            try mark.set(Data("2".utf8))
            #expect(polls(3) == [false, false, true])
            try mark.set(nil)
            #expect(polls(1) == [false])
        }
    }

    /// They would write pictures into the folder of the next run.
    @Test func ifOneProcessFailsTheOthersAreStopped() async throws {
        try await withRequest { (request) async throws in
            let other = Actor(nil)
            let crew = PreviewCrew(request, previews: 8, cores: 2) { share in
                share.index == 0 ? other : Actor(.failure("signal 9"))
            }
            #expect(throws: PreviewFailure.self) { try crew.result() }
            #expect(other.isStopped)
        }
    }

    /// Otherwise new processes would be started forever.
    @Test func aDeathOutsideTheProjectsCodeOrTwiceAtOnePlaceIsAFailure() async throws {
        for place in [nil, PreviewShare.Place(preview: 0, state: 0)] {
            try await withRequest { (request) async throws in
                let crew = PreviewCrew(request, previews: 1, cores: 1) { share in
                    try share.mark(place, for: request)
                    return Actor(.failure("signal 9"))
                }
                #expect(throws: PreviewFailure.self) { try crew.result() }
            }
        }
    }

    @Test @MainActor func whatHasEndedAProcessIsLeftOutAndNamed() async throws {
        struct Stages: ProjectPreview {
            let place = PreviewPlace(name: "Oven", file: "Oven.swift", line: 7)
            let isSample: Bool
            var names = ["cold", "hot"]
            let asked: @MainActor () -> Void
            var attributesType: (any ActivityAttributes.Type)? {
                asked()
                return nil
            }
            func states(_ list: PreviewList, _ look: PreviewLook) async throws -> [PreviewState] {
                names.map { name in
                    PreviewState(name: name, surface: name == "apart" ? "island" : "view") { environment in
                        let node = try ViewNode(resolving: Text(name).frame(width: .infinity), in: environment)
                        let layer = Picture.layer(node, CGRect(x: 0, y: 0, width: 40, height: 20), at: environment.now)
                        return Picture(size: CGSize(width: 40, height: 20), layers: [layer], at: environment.now)
                    }
                }
            }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, share) = (folder.appending(path: "request.json"), PreviewShare(index: 0, count: 1))
        let list = PreviewList()
        var places: [PreviewShare.Place?] = []
        list.previews += [false, true, true].map { isSample in
            Stages(isSample: isSample) { places.append(share.place(for: file)) }
        }
        list.previews.append(Stages(isSample: false, names: ["a", "b", "c", "d", "e", "apart"]) {})
        var result = PreviewShare.Result()
        result.deaths = [
            .init(preview: 0, state: 0): .end("signal 4"), .init(preview: 1, state: 1): .stall,
            .init(preview: 2, state: nil): .end("status 1"),
        ]
        for state in 0..<4 { result.deaths[.init(preview: 3, state: state)] = .end("signal 4") }
        try share.write(result, for: file)
        try await PreviewRun(
            PreviewRequest(out: folder.appending(path: "out"), now: Date(timeIntervalSince1970: 0)), reportsAssets: false
        )
        .draw(list, share, for: file)
        result = try share.result(for: file)
        let entries = result.entries.sorted { $0.key < $1.key }.map(\.value)
        #expect(result.isComplete)
        #expect(share.place(for: file) == nil)
        #expect(
            entries.map { $0.pictures.map(\.name) } == [
                ["hot · view · light", "hot · view · dark"], ["cold · view · light", "cold · view · dark"], [],
                ["apart · island · light", "apart · island · dark"],
            ])
        #expect(entries[0].pictures.map(\.width) == [40, 40])
        #expect(
            entries.dropLast().map(\.problems) == [
                ["state 'cold' on view is not drawn: the project's code ended the process (signal 4)"],
                [
                    "state 'hot' on view is not drawn: the project's code did not end within 30 s; give values that it accepts with --states"
                ],
                [],
            ])
        #expect(
            entries[2].failure
                == "while its values were made, the project's code ended the process (status 1); give values that it accepts with --states"
        )
        #expect(PreviewIndex(previews: entries).page.contains(#"width="40""#), "a point is a pixel of the page")
        // The project's code may also end the process where it makes the previews of a provider.
        #expect(places == [.init(preview: 0, state: nil), .init(preview: 1, state: nil)])
        let note = "frame(width: inf) has no effect, as on iOS"
        #expect(entries.map(\.notes) == [[note], [note], [], [note]])
        #expect(entries[3].problems.count == 5 && entries[3].problems.last == "the other states on view are not drawn either")
        #expect(entries[0].summary.hasSuffix("\n  " + note))
    }
}
#endif
