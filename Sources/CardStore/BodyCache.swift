import Cards
import GRDB

/// Decoded bodies of the cards in and around the windows last read, so that a push of one card decodes one card.
/// A body is known by its row and sequence number: a local change keeps it.
struct BodyCache {
    struct Key: Hashable {
        var row: Int64
        var sequence: Int64
    }

    /// Why a body cannot be shown.
    struct Unreadable: Error, Hashable { var text: String }

    /// Two generations: what the last few passes used survives, the rest goes in one piece.
    private static let generationLimit = 256
    private var young: [Key: Result<CardBody, Unreadable>] = [:]
    private var old: [Key: Result<CardBody, Unreadable>] = [:]

    mutating func body(row: Int64, sequence: Int64, _ db: Database) throws -> Result<CardBody, Unreadable> {
        let key = Key(row: row, sequence: sequence)
        if let known = young[key] { return known }
        if let known = old.removeValue(forKey: key) {
            young[key] = known
            return known
        }
        let select = try DirectStatement(db, "SELECT body FROM card WHERE row = ?")
        select.bind(row)
        let decoded = Self.decode(try select.first { $0.bytes(0) } ?? [])
        young[key] = decoded
        return decoded
    }

    mutating func endPass() {
        guard young.count > Self.generationLimit else { return }
        old = young
        young = [:]
    }

    private static func decode(_ bytes: [UInt8]) -> Result<CardBody, Unreadable> {
        do {
            return .success(try CardBody.decode(bytes))
        } catch {
            return .failure(Unreadable(text: "\(error)"))
        }
    }
}
