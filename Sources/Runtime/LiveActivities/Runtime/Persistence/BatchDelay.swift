/// The time by which a batch is delayed to include more commands.
///
/// **Problem.** A small batch costs a store nearly as much as a large one. The callers of a batch usually return with their
/// next command as soon as it is stored. If the next batch began with the first of these commands, the others would be left to
/// the one after it.
///
/// **Intuition.** The callers of the last batch are likely to return, and so are those whose commands arrived while it was
/// written. The next batch waits for both. The share of late commands shows whether callers return together.
///
/// | callers | the next batch begins |
/// | --- | --- |
/// | fewer than 8 | at once |
/// | return together | when three quarters wait, at most a quarter of the last batch's time later, and at most 1 ms |
/// | scattered | when 400 wait, at most twice the last batch's time later, and at most the store's `batchDelayMax` |
///
/// Tasks of this process return together. Callers at other nodes of a cluster are scattered: while a batch of eight or more
/// commands is written, at least half as many new ones arrive. Their count is too low, because most of their commands are in
/// transit, so it never ends a delay early. From 400 callers on a batch costs little beside its commands.
///
/// Rejected: a fixed interval between batches. Few callers of a fast store would wait for it.
struct BatchDelay {
    private static let callersMin = 8
    private static let manyCallers = 400

    let scatteredDelayMax: Duration
    private var began = ContinuousClock.now
    private var contained = 0
    /// The callers that are expected to return.
    private var expected = 0
    private var end = ContinuousClock.now
    private var isScattered = false

    /// - Parameter scatteredDelayMax: The maximum delay for scattered callers.
    init(scatteredDelayMax: Duration) { self.scatteredDelayMax = scatteredDelayMax }

    /// A batch begins.
    ///
    /// - Parameter callers: The number of callers that wait for it.
    mutating func begin(callers: Int, at now: ContinuousClock.Instant) { (began, contained) = (now, callers) }

    /// The batch ends.
    ///
    /// - Parameter late: The number of callers that already wait for the next one.
    mutating func end(late: Int, at now: ContinuousClock.Instant) {
        expected = contained + late
        // With a delay fewer commands are late, so that fewer are enough to continue. A batch with few callers shows nothing:
        // the first command of a burst is alone in its batch.
        isScattered =
            scatteredDelayMax > .zero && contained >= Self.callersMin && expected < Self.manyCallers
            && late * (isScattered ? 8 : 2) >= contained
        let took = now - began
        end = now + (isScattered ? min(took * 2, scatteredDelayMax) : min(took / 4, .milliseconds(1)))
    }

    /// Whether enough callers wait to begin the next batch.
    func isOver(callers: Int) -> Bool { isScattered ? callers >= Self.manyCallers : callers * 4 >= expected * 3 }

    /// The remaining time until the next batch begins; `nil` if it may begin now.
    func remaining(callers: Int, at now: @autoclosure () -> ContinuousClock.Instant) -> Duration? {
        guard expected >= Self.callersMin, !isOver(callers: callers) else { return nil }
        let remaining = end - now()
        return remaining > .zero ? remaining : nil
    }
}
