import Basics
internal import CardSources
internal import CardStore
public import Cards

/// What a user has besides cards: a device for notifications, events of the host's own, a profile (Atomic SwiftUI SDK
/// guide 25.4, "Push notifications", "Sending custom events", "Updating user data").
///
/// All of it needs the network, and throws ``RequestError/notLoggedIn(missing:)``, ``RequestError/invalidArgument(_:)``,
/// ``RequestError/network(_:)`` or ``RequestError/data(_:)``.
extension CardSession {
    /// Registers a device for notifications. Again is harmless. ``logout(deregisterNotifications:within:)`` takes it back
    /// where that is asked for.
    ///
    /// - Returns: The environments of the server that it is registered in.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func registerDevice(_ device: DeviceRegistration) async throws(RequestError) -> [PushEnvironment] {
        try requireLogin()
        try Self.check { () throws(InvalidField) in try device.validate() }
        let environments = try await ask("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
            try await source.registerDevice(device)
        }
        state.withLock { $0.device = device }
        return environments
    }

    /// The device that was registered by somebody else on this machine, to be deregistered by a logout.
    package func adopt(_ device: DeviceRegistration) { state.withLock { $0.device = device } }

    /// Takes the registration of a device back; one that is not there is no error.
    ///
    /// - Throws: ``RequestError``.
    public func deregisterDevice(_ device: DeviceRegistration) async throws(RequestError) {
        try requireLogin()
        try Self.check { () throws(InvalidField) in try device.validate() }
        _ = try await ask("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
            try await source.deregisterDevice(device)
        }
        state.withLock { state in if state.device == device { state.device = nil } }
    }

    /// Says which streams a device wants notifications of.
    ///
    /// - Throws: ``RequestError``.
    public func registerStreams(_ streams: StreamRegistration) async throws(RequestError) {
        try requireLogin()
        try Self.check { () throws(InvalidField) in try streams.validate() }
        try await ask("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
            try await source.registerStreams(streams)
        }
    }

    /// Tells that a notification arrived on this machine: the event `notification-received`, which is sent at once. Each
    /// call makes one.
    ///
    /// - Throws: ``RequestError``; where it could not be sent, it waits on.
    public func trackNotificationReceived(_ notification: PushNotification) async throws(RequestError) {
        try requireLogin()
        do throws(SessionError) {
            try await report([
                EventReport(
                    .notificationReceived(notification), of: notification.cardID, in: notification.streamID)
            ])
        } catch { throw RequestError(error) }
        try await sendEvents()
    }

    /// Sends an event of the host's own, at once. The same id again counts once.
    ///
    /// - Throws: ``RequestError``.
    public func send(_ event: CustomEvent) async throws(RequestError) {
        try requireLogin()
        try Self.check { () throws(InvalidField) in try event.validate() }
        try await ask("events", { $0 as? any EventSink }) { source throws(SourceError) in
            try await source.sendEvent(event)
        }
    }

    /// Changes the fields of the user's profile that are set; the others stay as they are. A time zone that this machine does
    /// not know is refused, where it knows any.
    ///
    /// - Returns: The profile after it.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func updateUser(_ settings: UserSettings) async throws(RequestError) -> UserSettings {
        try requireLogin()
        try Self.check { () throws(InvalidField) in
            try settings.validate()
            guard let zone = settings.timeZone, !zone.isEmpty, !TimeZoneName.isKnown(zone) else { return }
            throw InvalidField("/timezone", expected: "the IANA name of a time zone such as Pacific/Auckland")
        }
        return try await ask("profiles", { $0 as? any ProfileSource }) { source throws(SourceError) in
            try await source.updateProfile(settings)
        }
    }

    // MARK: Within

    /// Asks the source of cards for something.
    ///
    /// - Parameters:
    ///   - what: Names the ability in words.
    ///   - ability: The source as one that has the ability; nil where it has not.
    func ask<Ability, Answer: Sendable>(
        _ what: String, _ ability: @Sendable (any CardSource) -> Ability?,
        _ question: @Sendable (Ability) async throws(SourceError) -> Answer
    ) async throws(RequestError) -> Answer {
        guard let source = await link.source else { throw .network(RequestError.Cause("there is no connection")) }
        guard let able = ability(source) else { throw RequestError(SourceError.unsupported(what)) }
        do throws(SourceError) { return try await question(able) } catch { throw RequestError(error) }
    }

    private static func check(_ validate: () throws(InvalidField) -> Void) throws(RequestError) {
        do throws(InvalidField) { try validate() } catch { throw .invalidArgument("\(error)".escapingControls) }
    }
}
