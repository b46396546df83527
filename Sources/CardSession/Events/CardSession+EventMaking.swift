import Basics
internal import CardSources
internal import CardStore
public import Cards
internal import FeedAPI
internal import FeedSync
internal import Glibc

import struct Foundation.Date
import struct Foundation.UUID

/// How a report becomes an event, and an event a record.
extension CardSession {
    /// - Parameters:
    ///   - id: By default a new one.
    ///   - date: When it happened; by default now.
    func event(_ report: EventReport, id: String? = nil, at date: Date? = nil) -> SDKEvent {
        let at = date ?? clock()
        return SDKEvent(
            id: id ?? UUID().uuidString.lowercased(), at: at, localTimestamp: at.localTimestamp,
            userID: state.withLock { $0.userID }, report: report)
    }

    /// Tells the observer, if there is one.
    func emit(_ event: SDKEvent) {
        log(.everything, "event", ["event": event.name])
        state.withLock { $0.listener }?.handle(event)
    }

    /// As the publisher gets it. What is too long to be taken goes without what makes it long.
    func record(of event: SDKEvent) -> AnalyticsRecord {
        fullRecord(of: event).fitting
    }

    private func fullRecord(of event: SDKEvent) -> AnalyticsRecord {
        let (hostContext, version) = state.withLock { ($0.hostContext, $0.clientAppVersion) }
        return event.record(hostContext: hostContext, clientAppVersion: version)
    }

    /// What the publisher is told of an answer once the server has it, as the outbox keeps it; empty for nothing.
    func recordBytes(
        of response: CardResponse, to card: CardID, in stream: StreamID, key: ActionKey, at date: Date,
        _ origin: ResponseOrigin
    ) -> [UInt8] {
        guard sendsAnalytics, let detail = SDKEvent.Detail(response, from: origin.source, at: date) else { return [] }
        let report = EventReport(detail, of: card, in: stream, stream: origin.stream, view: origin.view)
        let record = fullRecord(of: event(report, id: key.rawValue, at: date))
        let bytes = FeedCoder.encode(record)
        // Many cards may be answered at once: each is encoded once.
        return bytes.count > AnalyticsBatch.recordBytes ? FeedCoder.encode(record.shortened) : bytes
    }

    /// An action came to an end. Its record is queued by now, in the same transaction.
    func settled(
        _ action: OutboxRecord, _ settlement: DeliveryResult, report: @Sendable (SessionEvent) -> Void
    ) async {
        switch settlement {
        case .refused(let reason): report(.refused(action.cardID, action.response, reason: reason))
        case .superseded: report(.closed(action.cardID, action.response, nil))
        case .lapsed, .retry, .unsent: break
        case .accepted, .kept:
            report(.delivered(action.cardID, action.response))
            // An answer of an earlier version has none; what is missing is told as unknown.
            let record = try? FeedCoder.decodeAnalyticsRecord(action.report)
            let source = record?.properties["source"]?.string.flatMap(SDKEvent.ActionSource.init) ?? .unknown
            let date = record?.at ?? action.createdAt
            guard let detail = SDKEvent.Detail(action.response, from: source, at: date) else { return }
            var happened = EventReport(detail, of: action.cardID, in: action.streamID, stream: record?.stream)
            if let card = record?.card { happened.card = card }
            emit(event(happened, id: record?.id ?? action.key.rawValue, at: date))
            await link.analytics?.wake()
        }
    }

    /// Notes the user of a token, and that the session has one: once a token.
    func recordToken(_ token: String, userClaim: String?) {
        let mark = token.hashValue
        let isNew = state.withLock { state in
            guard state.tokenMark != mark else { return false }
            state.tokenMark = mark
            state.userID = JWTClaims(token: token, userClaim: userClaim)?.userID
            return true
        }
        guard isNew else { return }
        if let userClaim, state.withLock({ $0.userID }) == nil {
            warn("the token does not name the user", ["attribute": userClaim.escapingControls])
        }
        raiseInitialised()
    }

    func raiseInitialised() {
        if state.withLock({ $0.emitsInitialisation }) { raise(EventReport(.sdkInitialized)) }
    }

    /// Says that this session only sends what others left, which is no use of its own: the publisher is not told of it.
    package func omitInitialisationEvent() { state.withLock { $0.emitsInitialisation = false } }
}

extension Date {
    /// As the wall clock of this machine shows it: RFC 3339 with an offset. By the C library: Foundation's zones are slow
    /// to load.
    var localTimestamp: String {
        var seconds = time_t(timeIntervalSince1970.rounded(.down))
        var parts = tm()
        localtime_r(&seconds, &parts)
        let minutes = parts.tm_gmtoff / 60
        let text = addingTimeInterval(Double(minutes * 60)).rfc3339.dropLast()
        func padded(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "\(text)\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60)):\(padded(abs(minutes) % 60))"
    }
}

extension SDKEvent {
    /// All there is of the event, in the publisher's shape, for debugging only: what it holds may change (Atomic SwiftUI
    /// SDK guide 25.4, "Accessing the raw contents"). Printed it is JSON on one line; `rawContents.text(isPretty: true)` has
    /// lines and indentation.
    public var rawContents: JSONValue {
        // Our own bytes are JSON.
        var contents = (try? JSONValue(parsing: FeedCoder.encode(record())).object) ?? JSONObject()
        contents["analyticsEvent"] = .bool(report.isAnalytics)
        contents["endUserId"] = userID.map { .string($0) }
        return .object(contents)
    }
}
