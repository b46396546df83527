import CLinux
import Glibc

/// Dumps of the memory that the system writes when a program crashes. Tokens and keys would be in them.
package enum CoreDumps {
    /// Set to 1, it lets dumps be written, for who looks for a fault.
    package static let variable = "CARDSTREAM_CORE_DUMPS"

    /// Forbids them for this process, unless ``variable`` asks for them. For our own program only: in a host's it is the
    /// host's to decide.
    package static func forbid() {
        if let wish = getenv(variable), ["1", "true", "yes", "on"].contains(String(cString: wish).lowercased()) {
            return
        }
        clinux_forbid_dumps()
    }
}
