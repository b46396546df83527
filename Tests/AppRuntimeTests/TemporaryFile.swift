import Foundation
import Glibc

/// Runs `body` with the path of a file that contains `text` and is removed afterwards.
func withTemporaryFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "cardstream-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    return try body(path)
}
