// The JSON of kind 'delivery': made by 'contract export'. vectors.json has documents to test it with.
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
data class DeliveryAttributes(
    val orderNumber: Long,
    val restaurantName: String,
    val destinationCity: String? = null,
    val promisedDeliveryTime: List<SecondsSince2001>? = null,
)

@Serializable
data class DeliveryState(
    val driverName: String,
    val estimatedDeliveryTime: List<SecondsSince2001>,
    val currentStep: DeliveryStep,
    val stopsLeft: Int? = null,
    val announcedDelayMinutes: Int? = null,
    val delayReason: DeliveryDelayReason? = null,
    val promisedTime: SecondsSince2001? = null,
    val failedAttempts: Int? = null,
    val failureReason: DeliveryFailureReason? = null,
    val cancellationReason: DeliveryCancellationReason? = null,
    val leaveAtDoor: Boolean? = null,
    val contactRequested: Boolean? = null,
    val courierPosition: DeliveryPosition? = null,
)

@Serializable
enum class DeliveryStep {
    @SerialName("confirmed") Confirmed,
    @SerialName("preparing") Preparing,
    @SerialName("pickedUp") PickedUp,
    @SerialName("delivering") Delivering,
    @SerialName("nearby") Nearby,
    @SerialName("delivered") Delivered,
    @SerialName("failedAttempt") FailedAttempt,
    @SerialName("cancelled") Cancelled,
}

@Serializable
enum class DeliveryDelayReason {
    @SerialName("busyKitchen") BusyKitchen,
    @SerialName("courierShortage") CourierShortage,
    @SerialName("traffic") Traffic,
    @SerialName("weather") Weather,
    @SerialName("other") Other,
}

@Serializable
enum class DeliveryFailureReason {
    @SerialName("nobodyThere") NobodyThere,
    @SerialName("addressNotFound") AddressNotFound,
    @SerialName("noAccess") NoAccess,
    @SerialName("refused") Refused,
    @SerialName("other") Other,
}

@Serializable
enum class DeliveryCancellationReason {
    @SerialName("customer") Customer,
    @SerialName("restaurant") Restaurant,
    @SerialName("noCourier") NoCourier,
    @SerialName("undeliverable") Undeliverable,
    @SerialName("other") Other,
}

@Serializable
data class DeliveryPosition(
    val latitude: Double,
    val longitude: Double,
)

/** Exactly one of the cases is not null. */
@Serializable
data class DeliveryEvent(
    val preparationStarted: NoValues? = null,
    val courierAssigned: CourierAssigned? = null,
    val courierUnassigned: NoValues? = null,
    val pickedUp: PickedUp? = null,
    val departed: Departed? = null,
    val courierMoved: CourierMoved? = null,
    val arrivalEstimated: ArrivalEstimated? = null,
    val delayed: Delayed? = null,
    val cameNearby: CameNearby? = null,
    val delivered: NoValues? = null,
    val attemptFailed: AttemptFailed? = null,
    val courierContacted: NoValues? = null,
    val cancelled: Cancelled? = null,
) {
    @Serializable
    data class CourierAssigned(
        val name: String,
    )

    @Serializable
    data class PickedUp(
        val arrival: List<SecondsSince2001>? = null,
    )

    @Serializable
    data class Departed(
        val arrival: List<SecondsSince2001>? = null,
    )

    @Serializable
    data class CourierMoved(
        val position: DeliveryPosition,
        val stopsLeft: Long? = null,
        val arrival: List<SecondsSince2001>? = null,
    )

    @Serializable
    data class ArrivalEstimated(
        val arrival: List<SecondsSince2001>,
    )

    @Serializable
    data class Delayed(
        val reason: DeliveryDelayReason,
        val arrival: List<SecondsSince2001>,
    )

    @Serializable
    data class CameNearby(
        val arrival: List<SecondsSince2001>? = null,
    )

    @Serializable
    data class AttemptFailed(
        val reason: DeliveryFailureReason,
    )

    @Serializable
    data class Cancelled(
        val reason: DeliveryCancellationReason,
    )
}
