import LiveActivityCore
import Testing

/// The engine against its model: whatever happens, both tell the same.
@Suite struct ModelTests {
    @Test func theEngineDoesWhatItsModelDoes() throws {
        for seed in seeds(3_000) {
            let story = Story(seed: seed)
            var world = try World(story.configuration)
            let model = Model(story.configuration)
            for (place, step) in story.steps.enumerated() {
                let told = world.time(of: step)
                let (lines, refusal) = world.apply(step.action, at: told)
                let ids = world.ids
                let unknown = world.id(-1)
                model.id = { ids.indices.contains($0) ? ids[$0] : unknown }
                model.lines = []
                var expected: EngineError?
                do { try model.apply(step.action, at: told, storyTime: world.now) } catch { expected = error as? EngineError }

                guard lines == model.lines, refusal?.code == expected?.code, world.engine.nextDeadline == model.next?.date,
                    world.engine.activityCount == model.activities.count
                else {
                    Issue.record(
                        """
                        seed \(seed), step \(place): \(step)
                        engine: \(lines.map { "\($0)" }.joined(separator: "\n        "))
                        model:  \(model.lines.map { "\($0)" }.joined(separator: "\n        "))
                        engine: \(refusal as Any), next \(world.engine.nextDeadline as Any), \(world.engine.activityCount)
                        model:  \(expected as Any), next \(model.next as Any), \(model.activities.count)
                        """)
                    return
                }
            }
        }
    }
}
