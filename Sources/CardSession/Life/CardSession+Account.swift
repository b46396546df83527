import Basics
internal import CardSources
internal import CardStore
public import Cards

/// Further parts of a user's account: a notification device, custom events, a profile (Atomic SwiftUI SDK guide 25.4,
/// "Push notifications", "Sending custom events", "Updating user data").
///
/// All need the network and throw ``RequestError/notLoggedIn(missing:)``, ``RequestError/invalidArgument(_:)``,
/// ``RequestError/network(_:)`` or ``RequestError/data(_:)``, and `CancellationError` in a cancelled task.
extension CardSession {
    /// Registers a device for notifications. Idempotent. ``logout(deregisterNotifications:within:)`` can deregister it.
    ///
    /// - Returns: The server environments that the device is registered in.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func registerDevice(_ device: DeviceRegistration) async throws -> [PushEnvironment] {
        do throws(RequestError) {
            try requireLogin()
            try Self.check { () throws(InvalidField) in try device.validate() }
            let environments = try await withAbility("devices", { $0 as? any DeviceSource }) {
                source throws(SourceError) in
                try await source.registerDevice(device)
            }
            state.withLock { $0.device = device }
            return environments
        } catch { throw error.orCancellation }
    }

    /// Sets a device that another program registered on this machine, so that a logout can deregister it.
    package func adopt(_ device: DeviceRegistration) { state.withLock { $0.device = device } }

    /// Removes the registration of a device; a missing registration is no error.
    ///
    /// - Throws: ``RequestError``.
    public func deregisterDevice(_ device: DeviceRegistration) async throws {
        do throws(RequestError) {
            try requireLogin()
            try Self.check { () throws(InvalidField) in try device.validate() }
            _ = try await withAbility("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
                try await source.deregisterDevice(device)
            }
            state.withLock { state in if state.device == device { state.device = nil } }
        } catch { throw error.orCancellation }
    }

    /// Sets the streams that a device wants notifications of.
    ///
    /// - Throws: ``RequestError``.
    public func registerStreams(_ streams: StreamRegistration) async throws {
        do throws(RequestError) {
            try requireLogin()
            try Self.check { () throws(InvalidField) in try streams.validate() }
            try await withAbility("devices", { $0 as? any DeviceSource }) { source throws(SourceError) in
                try await source.registerStreams(streams)
            }
        } catch { throw error.orCancellation }
    }

    /// Reports that a notification arrived on this machine: sends the event `notification-received` at once. Each call
    /// creates one event.
    ///
    /// - Throws: ``RequestError``; an event that could not be sent stays queued.
    public func trackNotificationReceived(_ notification: PushNotification) async throws {
        do throws(RequestError) {
            try requireLogin()
            do throws(SessionError) {
                try await report([
                    EventReport(
                        .notificationReceived(notification), of: notification.cardID, in: notification.streamID)
                ])
            } catch { throw RequestError(error) }
            try await sendEvents()
        } catch { throw error.orCancellation }
    }

    /// Sends a custom event at once. Events with the same id count once.
    ///
    /// - Throws: ``RequestError``.
    public func send(_ event: CustomEvent) async throws {
        do throws(RequestError) {
            try requireLogin()
            try Self.check { () throws(InvalidField) in try event.validate() }
            try await withAbility("events", { $0 as? any EventSink }) { source throws(SourceError) in
                try await source.sendEvent(event)
            }
        } catch { throw error.orCancellation }
    }

    /// Changes the profile fields that are set; others stay unchanged. A time zone unknown to this machine is refused,
    /// unless the machine has no time zone database.
    ///
    /// - Returns: The updated profile.
    /// - Throws: ``RequestError``.
    @discardableResult
    public func updateUser(_ settings: UserSettings) async throws -> UserSettings {
        do throws(RequestError) {
            try requireLogin()
            try Self.check { () throws(InvalidField) in
                try settings.validate()
                guard let zone = settings.timeZone, !zone.isEmpty, !ZoneDatabase.isKnown(zone) else { return }
                throw InvalidField("/timezone", expected: "the IANA name of a time zone such as Pacific/Auckland")
            }
            return try await withAbility("profiles", { $0 as? any ProfileSource }) { source throws(SourceError) in
                try await source.updateProfile(settings)
            }
        } catch { throw error.orCancellation }
    }

    // MARK: Implementation

    /// Makes a request that not every source supports. A request about a stream goes to the source of that stream; one
    /// about the account goes to the connection's source.
    ///
    /// - Parameters:
    ///   - what: The name of the ability, for messages.
    ///   - stream: The stream that the request is about; nil for the account.
    ///   - ability: Casts the source to the ability; returns nil if the source lacks it.
    func withAbility<Ability, Value: Sendable>(
        _ what: String, of stream: StreamID? = nil, _ ability: @Sendable (any CardSource) -> Ability?,
        _ body: @Sendable (Ability) async throws(SourceError) -> Value
    ) async throws(RequestError) -> Value {
        let link = stream.map { self.link(of: $0) } ?? link
        guard let source = await link?.source else { throw .network(.noConnection) }
        guard let able = ability(source) else { throw RequestError(SourceError.unsupported(what)) }
        do throws(SourceError) { return try await body(able) } catch { throw RequestError(error) }
    }

    private static func check(_ validate: () throws(InvalidField) -> Void) throws(RequestError) {
        do throws(InvalidField) { try validate() } catch { throw .invalidArgument("\(error)".escapingControls) }
    }
}
