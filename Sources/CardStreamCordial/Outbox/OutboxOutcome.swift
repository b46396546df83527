import Cards
import CurlTransport
import VendorClient

/// The result of an attempt to send a batch.
enum OutboxOutcome: Sendable, Hashable {
    /// The service has accepted it.
    case done
    /// It is kept for the next attempt.
    case keep(CordialError)
    /// The service refuses some rows; the others are sent again at once.
    case removeSome(Set<Int>)
    /// For marks: the service refuses some ids.
    case removeMarks(read: Set<Int>, unread: Set<Int>)
    /// The service permanently refuses it.
    case remove(CordialError)

    /// The number of attempts while the service fails, after which the batch counts as the cause of the failure.
    static let attempts = 100

    /// The outcome after a response.
    init(_ response: HTTPResponse, to batch: OutboxBatch) {
        let error = CordialError(response)
        switch response.status {
        case 200..<300: self = .done
        case 401: self = .keep(error)
        // The message does not exist: an earlier request has deleted it, and its response was lost.
        case 404 where batch.kind == .delete: self = .done
        case 422 where batch.kind.splits: self = Self.split(response, batch) ?? .remove(error)
        default:
            let canWait = error.isTemporary && batch.rows.allSatisfy { $0.attempts + 1 < Self.attempts }
            self = canWait ? .keep(error) : .remove(error)
        }
    }

    /// The outcome if there was no response.
    init(_ error: CordialError) {
        // A refused address or an invalid certificate may be corrected, so keep the data.
        self = .keep(error)
    }

    /// The items that a refusal names: `{"error":{"errors":{"0.event":[…]}}}` or `markAsReadIds.0`. Nil if it names no
    /// item of the batch, which would then be refused forever.
    private static func split(_ response: HTTPResponse, _ batch: OutboxBatch) -> OutboxOutcome? {
        let body = response.object ?? [:]
        let errors = body.object("error")?.object("errors") ?? body.object("errors") ?? [:]
        let names = errors.members.map { $0.key.split(separator: ".").map(String.init) }
        if batch.kind == .mark {
            let read = indices("markAsReadIds", names, below: batch.readIDs.count)
            let unread = indices("markAsUnReadIds", names, below: batch.unreadIDs.count)
            return read.isEmpty && unread.isEmpty ? nil : .removeMarks(read: read, unread: unread)
        }
        let rows = Set(names.compactMap { $0.first.flatMap { Int($0) } }.filter(batch.rows.indices.contains))
        return rows.isEmpty ? nil : .removeSome(rows)
    }

    private static func indices(_ list: String, _ names: [[String]], below count: Int) -> Set<Int> {
        Set(
            names.compactMap { $0.count > 1 && $0[0] == list ? Int($0[1]) : nil }.filter((0..<count).contains))
    }
}
