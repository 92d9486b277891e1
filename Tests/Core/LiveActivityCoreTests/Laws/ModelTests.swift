import LiveActivityCore
import LiveActivityTesting
import Testing

/// The engine and a simple model of it produce the same changes in every random story.
@Suite struct ModelTests {
    @Test func theEngineDoesWhatItsModelDoes() throws {
        for seed in SeededGenerator.seeds(3_000) {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            let model = Model(story.configuration)
            for step in story.steps {
                let stepTime = world.time(of: step)
                let (lines, refusal) = world.apply(step.action, at: stepTime)
                let ids = world.ids
                let unknown = world.id(-1)
                model.id = { ids.indices.contains($0) ? ids[$0] : unknown }
                model.lines = []
                var expected: EngineError?
                do { try model.apply(step.action, at: stepTime, storyTime: world.now) } catch {
                    expected = error as? EngineError
                }

                let (next, count) = (world.engine.nextDeadline, world.engine.activityCount)
                guard lines == model.lines, refusal?.code == expected?.code, next == model.next?.date,
                    count == model.activities.count
                else {
                    let index = zip(lines, model.lines).prefix { $0 == $1 }.count
                    Issue.record(
                        """
                        seed \(seed), step \(step)
                        the first \(index) of \(lines.count) and \(model.lines.count) changes agree, then
                        engine: \(lines.dropFirst(index).first.map { "\($0)" } ?? "nothing")
                        model:  \(model.lines.dropFirst(index).first.map { "\($0)" } ?? "nothing")
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
