import CLinux
import Glibc

/// Core dumps, which the system writes when a program crashes. They would contain tokens and keys.
package enum CoreDumps {
    /// The environment variable that allows core dumps if it is 1, for debugging.
    package static let variable = "CARDSTREAM_CORE_DUMPS"

    /// Forbids core dumps for this process, unless ``variable`` allows them. Only call this in the cardstream program:
    /// a host program decides this itself.
    ///
    /// - Parameter wish: The value of ``variable``.
    /// - Returns: Whether core dumps are forbidden now.
    @discardableResult package static func forbid(
        unless wish: String? = getenv(variable).map { String(cString: $0) }
    ) -> Bool {
        if let wish, ["1", "true", "yes", "on"].contains(wish.lowercased()) { return false }
        return clinux_forbid_dumps()
    }
}
