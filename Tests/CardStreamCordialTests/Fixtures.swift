import Basics
import CardStreamCordial
import Foundation

/// Collects log entries in order.
final class CollectedLogEntries: Sendable {
    private let entries = Lock<[CordialLog.Entry]>([])

    var all: [CordialLog.Entry] { entries.withLock { $0 } }

    func add(_ entry: CordialLog.Entry) { entries.withLock { $0.append(entry) } }
}

/// Collects texts in order.
final class CollectedTexts: Sendable {
    private let texts = Lock<[String]>([])

    var all: [String] { texts.withLock { $0 } }

    func add(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Runs a test with a database in a separate folder.
func withDatabase(_ test: (_ path: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cordial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await test(folder.appendingPathComponent("cordial.sqlite").path)
}
