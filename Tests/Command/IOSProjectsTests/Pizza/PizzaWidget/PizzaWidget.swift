import ActivityKit
import SwiftUI
import WidgetKit

@main
struct PizzaWidgets: WidgetBundle {
    var body: some Widget { PizzaWidget() }
}

struct PizzaWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: OrderAttributes.self) { context in
            HStack {
                Image(.pizzaSlice)
                Text(context.state.step).foregroundStyle(.brand)
                Button(intent: FinishIntent()) { Text("Done") }
            }
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.center) { Text(context.state.step) }
            } compactLeading: {
                Image(.pizzaSlice)
            } compactTrailing: {
                Text(timerInterval: .now...context.state.arrival)
            } minimal: {
                Image(.pizzaSlice)
            }
            .keylineTint(Color(.brand))
        }
    }
}

#Preview("Card", as: .content, using: OrderAttributes(number: 7)) {
    PizzaWidget()
} contentStates: {
    OrderAttributes.ContentState(step: "In the oven", courier: nil, arrival: .now + 1_200)
    OrderAttributes.ContentState(step: "On its way", courier: .init(name: "Mia"), arrival: .now + 600)
}

#Preview(as: .dynamicIsland(.compact), using: OrderAttributes(number: 7)) {
    PizzaWidget()
} contentStates: {
    OrderAttributes.ContentState(step: "On its way (\"soon\")", courier: nil, arrival: .now + 600)
}

#Preview("Step", traits: .fixedLayout(width: 200, height: 60)) {
    @Previewable @State var step = "Baking"
    Text(step)
}
