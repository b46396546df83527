import Basics
internal import CardSources
internal import CardStore
public import Cards
internal import FeedAPI
internal import FeedSync
internal import Glibc

import struct Foundation.Date
import struct Foundation.UUID

/// Creates events from reports, and records from events.
extension CardSession {
    /// Creates an event from a report.
    ///
    /// - Parameters:
    ///   - id: A new one by default.
    ///   - date: The time of the event; now by default.
    func event(_ report: EventReport, id: String? = nil, at date: Date? = nil) -> SDKEvent {
        let at = date ?? clock()
        return SDKEvent(
            id: id ?? UUID().uuidString.lowercased(), at: at, localTimestamp: at.localTimestamp,
            userID: state.withLock { $0.userID }, report: report)
    }

    /// Passes an event to the observers.
    func emit(_ event: SDKEvent) {
        log(.everything, "event", ["event": event.name])
        for listener in state.withLock({ $0.listeners }) { listener.handle(event) }
    }

    /// The record sent to the publisher. Fields that would exceed the size limit are left out.
    func record(of event: SDKEvent) -> AnalyticsRecord {
        fullRecord(of: event).fitting
    }

    private func fullRecord(of event: SDKEvent) -> AnalyticsRecord {
        let (hostContext, version) = state.withLock { ($0.hostContext, $0.clientAppVersion) }
        return event.record(hostContext: hostContext, clientAppVersion: version)
    }

    /// The encoded record that the publisher receives once the server has accepted an answer. It is stored in the
    /// outbox with the answer. Empty if the publisher receives none.
    func recordBytes(
        of response: CardResponse, to card: CardID, in stream: StreamID, key: ActionKey, at date: Date,
        _ origin: ResponseOrigin
    ) -> [UInt8] {
        guard sendsAnalytics(of: stream), let detail = SDKEvent.Detail(response, from: origin.source, at: date) else {
            return []
        }
        let report = EventReport(detail, of: card, in: stream, stream: origin.stream, view: origin.view)
        let record = fullRecord(of: event(report, id: key.rawValue, at: date))
        let bytes = FeedCoder.encode(record)
        // Encode a record twice only if it is too large: many cards may be answered at once.
        return bytes.count > AnalyticsBatch.recordBytes ? FeedCoder.encode(record.shortened) : bytes
    }

    /// Handles the end of an action. The store has queued the action's record in the transaction that ended it.
    func settled(
        _ action: OutboxRecord, _ settlement: DeliveryResult, report: @Sendable (SessionEvent) -> Void
    ) async {
        switch settlement {
        case .refused(let reason): report(.refused(action.cardID, action.response, reason: reason))
        case .superseded: report(.closed(action.cardID, action.response, nil))
        case .lapsed, .retry, .unsent: break
        case .accepted, .kept:
            report(.delivered(action.cardID, action.response))
            // Actions stored by an earlier version have no report; missing fields are reported as unknown.
            let record = try? FeedCoder.decodeAnalyticsRecord(action.report)
            let source = record?.properties["source"]?.string.flatMap(SDKEvent.ActionSource.init) ?? .unknown
            let date = record?.at ?? action.createdAt
            guard let detail = SDKEvent.Detail(action.response, from: source, at: date) else { return }
            var happened = EventReport(detail, of: action.cardID, in: action.streamID, stream: record?.stream)
            if let card = record?.card { happened.card = card }
            emit(event(happened, id: record?.id ?? action.key.rawValue, at: date))
            await sendEventsSoon()
        }
    }

    /// Records the user of a token and reports the session as initialised, once per token.
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

    /// Omits the initialisation event, for a session that only sends actions and events that other sessions left.
    package func omitInitialisationEvent() { state.withLock { $0.emitsInitialisation = false } }
}

extension Date {
    /// The local time as RFC 3339 with an offset. Uses the C library, because Foundation's time zones are slow to load.
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
    /// All fields of the event in the publisher's format, for debugging only: the content may change (Atomic SwiftUI
    /// SDK guide 25.4, "Accessing the raw contents"). Its description is JSON on one line; `rawContents.text(isPretty:
    /// true)` has line breaks and indentation.
    public var rawContents: JSONValue {
        // Our own encoding is always valid JSON.
        var contents = (try? JSONValue(parsing: FeedCoder.encode(record())).object) ?? JSONObject()
        contents["analyticsEvent"] = .bool(report.isAnalytics)
        contents["endUserId"] = userID.map { .string($0) }
        return .object(contents)
    }
}
