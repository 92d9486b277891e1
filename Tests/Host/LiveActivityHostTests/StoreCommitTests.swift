import LiveActivityHost
import Testing

/// The batches with which waiters resume, tested without a store, a thread or a clock.
struct StoreCommitTests {
    private let full = StoreError.unavailable(reason: "the disk is full")

    private func commit() -> StoreCommit { StoreCommit(claiming: StoreHead(), shards: 1, seed: 1) }

    private func text(_ result: Result<Void, StoreError>?) -> String {
        switch result {
        case nil: "waits"
        case .success: "durable"
        case .failure(let error): error.code
        }
    }

    @Test func whatComesWhileABatchIsWrittenWaitsForTheNext() {
        var commit = commit()
        let first = commit.request()
        let head = commit.begin()
        let (second, third) = (commit.request(), commit.request())
        #expect(first == 1 && second == 2 && third == 2)
        #expect(text(commit.result(of: first)) == "waits")
        commit.finish(nil, head)
        #expect([first, second].map { text(commit.result(of: $0)) } == ["durable", "waits"])
        commit.finish(nil, commit.begin())
        #expect(text(commit.result(of: second)) == "durable")
    }

    @Test func aBatchThatFailsIsDurableWithTheNext() {
        var commit = commit()
        let first = commit.request()
        commit.finish(full, commit.begin())
        #expect(text(commit.result(of: first)) == "unavailable")
        #expect(commit.refusal == full)
        let second = commit.request()
        #expect(text(commit.result(of: second)) == "waits")
        commit.finish(nil, commit.begin())
        #expect([first, second].map { text(commit.result(of: $0)) } == ["durable", "durable"])
        #expect(commit.refusal == nil)
    }

    @Test func aFencedStoreEndsItForAll() {
        var commit = commit()
        let first = commit.request()
        let head = commit.begin()
        let second = commit.request()
        commit.finish(.fenced(reason: "run 2"), head)
        #expect([first, second, commit.request()].map { text(commit.result(of: $0)) } == ["fenced", "fenced", "fenced"])
        // The first reason is kept.
        commit.end(for: .closed)
        #expect(commit.refusal == .fenced(reason: "run 2"))
    }

    @Test func aBatchInDoubtStaysInDoubtWhenTheStoreIsFenced() {
        var commit = commit()
        let first = commit.request()
        // There was no answer, so the store may contain the batch.
        commit.finish(full, commit.begin())
        // A change that was made while the first batch began may be in that one, although its caller waits for the second.
        let second = commit.request()
        commit.finish(.fenced(reason: "run 2"), commit.begin())
        #expect(
            [first, second, commit.request()].map { text(commit.result(of: $0)) } == ["unavailable", "unavailable", "fenced"])
        #expect(commit.endOfCallers == full && commit.refusal == .fenced(reason: "run 2"))
    }

    @Test func whatWasDurableStaysSoWhenTheStoreIsClosed() {
        var commit = commit()
        let first = commit.request()
        commit.finish(nil, commit.begin())
        commit.end(for: .closed)
        #expect([first, commit.request()].map { text(commit.result(of: $0)) } == ["durable", "closed"])
    }

    @Test func theHeadOfAFailedBatchIsPutBackUnlessItHasChangedSince() throws {
        var commit = commit()
        commit.head.consumers["push"] = ConsumerRecord(name: "push", acknowledged: [3])
        commit.head.consumers["old"] = .some(nil)
        let head = commit.begin()
        #expect(try TakenBatch(head: commit.head, shards: []).batch(of: 1).isEmpty)
        commit.head.consumers["push"] = ConsumerRecord(name: "push", acknowledged: [5])
        commit.finish(full, head)
        let batch = try TakenBatch(head: commit.begin(), shards: []).batch(of: commit.run)
        #expect(batch.consumers == [ConsumerRecord(name: "push", acknowledged: [5])])
        #expect(batch.forgottenConsumers == ["old"])
        #expect((batch.claim, batch.run, batch.lostRuns, batch.shards, batch.seed) == (1, 1, 0, 1, 1))
    }

    @Test func aRunThatWasNotClosedIsLost() throws {
        func lostRuns(run: UInt64, closed: UInt64, lost: UInt64) -> UInt64 {
            var head = StoreHead()
            (head.run, head.closedRun, head.lostRuns) = (run, closed, lost)
            return StoreCommit(claiming: head, shards: 1, seed: 1).lostRuns
        }
        #expect(lostRuns(run: 0, closed: 0, lost: 0) == 0)
        #expect(lostRuns(run: 4, closed: 4, lost: 2) == 2)
        #expect(lostRuns(run: 4, closed: 3, lost: 2) == 3)
        var commit = commit()
        commit.finish(nil, commit.begin())
        commit.closeRun()
        #expect(try TakenBatch(head: commit.begin(), shards: []).batch(of: 1).closedRun == 1)
    }

    @Test func acknowledgementsAreReadWhenTheBatchIsMade() {
        var head = HeadChanges()
        head.acknowledging = ["push", "gone"]
        head.noteAcknowledgements { $0 == "push" ? [4, 7] : [1, nil] }
        #expect(head.consumers == ["push": ConsumerRecord(name: "push", acknowledged: [4, 7])])
        #expect(head.acknowledging.isEmpty)
    }
}
