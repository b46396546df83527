package import Basics
package import Cards

package import struct Foundation.Date

/// How fresh the cards are, in words: "live", "offline since 14:02 · 2 unsent". Never by colour alone.
package struct StatusLine: Hashable, Sendable {
    package var text: String
    package var tone: Tone

    /// How much the user should care.
    package enum Tone: Hashable, Sendable { case calm, busy, warning, problem }

    package init(text: String, tone: Tone) {
        self.text = text
        self.tone = tone
    }

    /// - Parameter pollingSeconds: how often the server is asked while there is no push connection.
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
                // The line may be cut at its end, and what to do matters more than since when.
                parts += Self.words(for: failure) + [Strings.Status.stale(since: time)]
            } else {
                // What the user did matters more than why the network is away.
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

    /// Why an attached source brings nothing new; nil where it does.
    private static func trouble(of source: SyncStatus.Source) -> String? {
        switch source.connection {
        case .live, .polling: nil
        case .connecting: Strings.Status.connecting
        case .offline(_, .noConnection), .offline(_, .unreachable): Strings.Status.offline
        case .offline(_, let failure), .stopped(let failure): words(for: failure).first ?? Strings.Launch.noConnection
        }
    }

    /// What to say beyond being offline; nothing for a plain lack of connection. Details stay out of the one line:
    /// the launch screen and the log have room for them.
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
