import LiveActivityCore
import LiveActivityTesting
import Testing

/// The engine against its model: whatever happens, both tell the same.
@Suite struct ModelTests {
    @Test func theEngineDoesWhatItsModelDoes() throws {
        for seed in SeededGenerator.seeds(3_000) {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            let model = Model(story.configuration)
            for step in story.steps {
                let told = world.time(of: step)
                let (lines, refusal) = world.apply(step.action, at: told)
                let ids = world.ids
                let unknown = world.id(-1)
                model.id = { ids.indices.contains($0) ? ids[$0] : unknown }
                model.lines = []
                var expected: EngineError?
                do { try model.apply(step.action, at: told, storyTime: world.now) } catch { expected = error as? EngineError }

                let (next, count) = (world.engine.nextDeadline, world.engine.activityCount)
                guard lines == model.lines, refusal?.code == expected?.code, next == model.next?.date,
                    count == model.activities.count
                else {
                    let place = zip(lines, model.lines).prefix { $0 == $1 }.count
                    Issue.record(
                        """
                        seed \(seed), step \(step)
                        the first \(place) of \(lines.count) and \(model.lines.count) changes agree, then
                        engine: \(lines.dropFirst(place).first.map { "\($0)" } ?? "nothing")
                        model:  \(model.lines.dropFirst(place).first.map { "\($0)" } ?? "nothing")
                        engine: \(refusal.map { "\($0)" } ?? "taken"), next \(String(describing: next)), \(count) activities
                        model:  \(expected.map { "\($0)" } ?? "taken"), next \(String(describing: model.next)), \
                        \(model.activities.count) activities
                        """)
                    return
                }
            }
        }
    }
}
