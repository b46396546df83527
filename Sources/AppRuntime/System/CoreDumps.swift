import CLinux
import Glibc

/// Dumps of the memory that the system writes when a program crashes. Tokens and keys would be in them.
package enum CoreDumps {
    /// Set to 1, it allows dumps, to look for a fault.
    package static let variable = "CARDSTREAM_CORE_DUMPS"

    /// Forbids them for this process, unless ``variable`` asks for them. For our own program only: a host program decides
    /// for itself.
    ///
    /// - Parameter wish: The value of ``variable``.
    /// - Returns: Whether no dump can be written from now on.
    @discardableResult package static func forbid(
        unless wish: String? = getenv(variable).map { String(cString: $0) }
    ) -> Bool {
        if let wish, ["1", "true", "yes", "on"].contains(wish.lowercased()) { return false }
        return clinux_forbid_dumps()
    }
}
