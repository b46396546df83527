internal import AppRuntime
internal import Basics
internal import CardStreamCordial
internal import Cards

/// The accounts of messages of a profile that logs out. What waits in their files is sent first, and their services are notified.
struct AccountLogout: Sendable {
    private let accounts: [(name: String, client: CordialClient)]

    /// Those that have a file.
    init(_ setup: Setup) throws {
        accounts = try setup.sources.filter { $0.kind == SourceKind.cordial.name }.compactMap { source in
            let place = setup.place(of: source)
            guard PrivateFile.exists(CordialFile.path(in: place.folder)) else { return nil }
            return (source.name, try CordialClient(source, place))
        }
    }

    /// Sends what waits.
    ///
    /// - Returns: What could not be sent; nil for nothing.
    func send(until end: ContinuousClock.Instant) async throws -> CommandFailure? {
        var left: [String] = []
        for (name, client) in accounts where try await client.waitingCount() > 0 {
            let report = await Self.flush(client, until: end)
            let count = try await client.waitingCount()
            guard count > 0 else { continue }
            let reason = report?.failure?.description ?? (report == nil ? "no response in time" : "no contact is set")
            left.append(
                "\(count) \(count == 1 ? "change or event" : "changes and events") of \(name) \(count == 1 ? "is" : "are") "
                    + "not sent: \(reason)")
        }
        return left.isEmpty ? nil : CommandFailure(.network, left.joined(separator: "; ").escapingControls)
    }

    /// Ends the contacts, and tells the services.
    ///
    /// - Returns: Which of them could not be told; nil if all know.
    func finish(until end: ContinuousClock.Instant) async throws -> CommandFailure? {
        var untold: [String] = []
        for (name, client) in accounts {
            try await client.contact.logOut()
            guard try await client.waitingCount() > 0 else { continue }
            _ = await Self.flush(client, until: max(end, .now + .seconds(1)))
            if try await client.waitingCount() > 0 { untold.append(name) }
        }
        guard !untold.isEmpty else { return nil }
        return CommandFailure(
            .network, "the service of \(untold.joined(separator: ", ")) was not notified".escapingControls)
    }

    /// Nil at the deadline.
    private static func flush(_ client: CordialClient, until end: ContinuousClock.Instant) async -> OutboxReport? {
        let report = await firstResult(
            of: { () -> OutboxReport? in await client.events.flush() },
            { () -> OutboxReport? in
                // Cancellation only means that the timer is no longer needed.
                try? await Task.sleep(until: end, clock: .continuous)
                return nil
            })
        return report ?? nil
    }
}
