// The JSON of kind 'waitQueue': made by 'contract export'. vectors.json has documents to test it with.
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
data class WaitQueueAttributes(
    val waitlistName: String,
    val bookingId: String,
    val queueId: String,
    val ticket: Long,
    val position: Long,
    val partySize: Long,
    val secondsPerParty: Double? = null,
    val readyThreshold: Long? = null,
    val holdMinutes: Long? = null,
    val extensions: Long? = null,
)

@Serializable
data class WaitQueueState(
    val step: WaitQueueStep,
    val currentPositionInQueue: Long,
    val progress: Double,
    val partySize: Long,
    val estimatedTurn: List<SecondsSince2001>? = null,
    val heldUntil: SecondsSince2001? = null,
    val extensionsUsed: Long,
    val pace: QueuePace,
    val movedAt: SecondsSince2001,
)

@Serializable
enum class WaitQueueStep {
    @SerialName("waiting") Waiting,
    @SerialName("almostReady") AlmostReady,
    @SerialName("called") Called,
    @SerialName("seated") Seated,
    @SerialName("left") Left,
    @SerialName("noShow") NoShow,
}

@Serializable
data class QueuePace(
    val parties: Double,
    val seconds: Double,
    val experienced: Double,
    val announced: Double,
    val posted: Double? = null,
)

/** Exactly one of the cases is not null. */
@Serializable
data class WaitQueueEvent(
    val advanced: Advanced? = null,
    val waitPosted: WaitPosted? = null,
    val waitMeasured: WaitMeasured? = null,
    val called: Called? = null,
    val seated: NoValues? = null,
    val left: NoValues? = null,
    val partySizeChanged: PartySizeChanged? = null,
) {
    @Serializable
    data class Advanced(
        val through: Long,
        val also: List<Long>? = null,
    )

    @Serializable
    data class WaitPosted(
        val minutes: Long,
        val place: Long? = null,
    )

    @Serializable
    data class WaitMeasured(
        val minutes: Long,
        val place: Long? = null,
    )

    @Serializable
    data class Called(
        val holdUntil: SecondsSince2001? = null,
    )

    @Serializable
    data class PartySizeChanged(
        val to: Long,
    )
}
