package import Basics
package import Cards

package import struct Foundation.Date

/// The state of the connection as text: "live", "offline since 14:02 · 2 unsent". Never indicated by colour alone.
package struct StatusLine: Hashable, Sendable {
    package var text: String
    package var tone: Tone

    /// The urgency of the status.
    package enum Tone: Hashable, Sendable { case calm, busy, warning, problem }

    package init(text: String, tone: Tone) {
        self.text = text
        self.tone = tone
    }

    /// - Parameter pollingSeconds: The polling interval without a push connection, in seconds.
    package init(_ status: SyncStatus, at now: Date, in zone: LocalZone, pollingSeconds: Int) {
        var parts: [String] = []
        var counts: [String] = []
        if status.waitingActions > 0 { counts.append(Strings.Status.waiting(status.waitingActions)) }
        if status.refusedActions > 0 { counts.append(Strings.Status.refused(status.refusedActions)) }
        switch status.connection {
        case .connecting:
            parts.append(Strings.Status.connecting)
            tone = .busy
        case .live:
            parts.append(Strings.Status.live)
            tone = .calm
        case .polling:
            parts.append(Strings.Status.polling(pollingSeconds))
            tone = .calm
        case .offline(let since, let failure):
            let time = TimeText.clock(since, at: now, in: zone)
            if case .local = failure {
                // The end of the line may be truncated, and the remedy is more important than the time.
                parts += Self.words(for: failure) + [Strings.Status.stale(since: time)]
            } else {
                // The user's unsent actions are more important than the reason of the network failure.
                parts += [Strings.Status.offline(since: time)] + counts + Self.words(for: failure)
                counts = []
            }
            tone = .warning
        case .stopped(let failure):
            parts += Self.words(for: failure)
            if parts.isEmpty { parts.append(Strings.Launch.noConnection) }
            tone = .problem
        }
        if status.refusedActions > 0, tone != .problem { tone = .warning }
        for source in status.sources {
            guard let trouble = Self.trouble(of: source) else { continue }
            counts.append(Strings.Status.source(source.name, trouble))
            if source.connection != .connecting, tone != .problem { tone = .warning }
        }
        text = (parts + counts).joined(separator: Strings.Status.separator)
    }

    /// Why an attached source has no new cards; nil if it works.
    private static func trouble(of source: SyncStatus.Source) -> String? {
        switch source.connection {
        case .live, .polling: nil
        case .connecting: Strings.Status.connecting
        case .offline(_, .noConnection), .offline(_, .unreachable): Strings.Status.offline
        case .offline(_, let failure), .stopped(let failure): words(for: failure).first ?? Strings.Launch.noConnection
        }
    }

    /// The reason of a failure, in addition to "offline"; empty for a plain lack of connection. Leaves out details, for
    /// which the launch screen and the log have room.
    private static func words(for failure: SyncStatus.Failure) -> [String] {
        switch failure {
        case .noConnection: []
        case .unreachable(let server): [Strings.Status.cannotReach(server)]
        case .local(let problem): [Strings.Local.short(problem)]
        case .badAnswer: [Strings.Status.noAnswer]
        case .authentication: [Strings.Status.authentication]
        case .hostNotFound(let host): [Strings.Status.hostNotFound(host)]
        case .notFeed(let server, _): [Strings.Status.notFeed(server)]
        case .tls(let reason): [reason, Strings.Status.retriesSeldom]
        case .denied: [Strings.Status.denied, Strings.Status.retriesSeldom]
        }
    }
}
