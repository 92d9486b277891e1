// The JSON of kind 'meditationTimer': made by 'contract export'. vectors.json has documents to test it with.
// Needs org.jetbrains.kotlinx:kotlinx-serialization-json. Use contractJson: readers ignore members that they do not know, and a
// member without a value is left out.

import kotlinx.serialization.SerialName
import kotlinx.serialization.Serializable
import kotlinx.serialization.json.Json

/** Seconds since 2001-01-01T00:00:00Z. */
typealias SecondsSince2001 = Double

val contractJson = Json { ignoreUnknownKeys = true; explicitNulls = false; encodeDefaults = false }

/** A case without values. */
@Serializable
class NoValues

@Serializable
data class MeditationTimerAttributes(
    val timerDuration: Long,
    val cycles: Long? = null,
    val languageCode: String? = null,
)

@Serializable
data class MeditationTimerState(
    val mode: MeditationTimerStateMode,
    val currentCycle: Long,
    val totalCycles: Long? = null,
)

/** Exactly one of the cases is not null. */
@Serializable
data class MeditationTimerStateMode(
    val idle: NoValues? = null,
    val running: Running? = null,
    val paused: Paused? = null,
    val cycleEnd: NoValues? = null,
    val complete: NoValues? = null,
) {
    @Serializable
    data class Running(
        val endTime: SecondsSince2001,
    )

    @Serializable
    data class Paused(
        val remainingSeconds: Long,
    )
}

/** Exactly one of the cases is not null. */
@Serializable
data class MeditationTimerEvent(
    val started: NoValues? = null,
    val paused: NoValues? = null,
    val resumed: NoValues? = null,
    val nextCycleStarted: NoValues? = null,
    val extended: Extended? = null,
    val reset: NoValues? = null,
) {
    @Serializable
    data class Extended(
        val seconds: Long,
    )
}
