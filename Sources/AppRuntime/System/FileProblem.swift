import Cards
import Glibc

/// A directory or file could not be created, read or written.
package struct FileProblem: Error, Equatable, Sendable, CustomStringConvertible {
    package var path: String
    package var doing: String
    package var code: Int32

    package init(path: String, doing: String, code: Int32) {
        self.path = path
        self.doing = doing
        self.code = code
    }

    package var description: String { "cannot \(doing) \(path.shownAsFile): \(reason)" }

    /// The system's message and advice, for messages that already name the file.
    package var reason: String { String(cString: strerror(code)) + (advice.map { "; \($0)" } ?? "") }

    private var advice: String? {
        switch code {
        case EACCES, EPERM, EROFS: "check its owner and permissions, or choose another place"
        case ENOSPC, EDQUOT: "free some space on that disk"
        default: nil
        }
    }
}
