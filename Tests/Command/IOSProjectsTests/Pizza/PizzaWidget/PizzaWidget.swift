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
