import Cards

/// Why a server could not be made or started.
package enum FeedServerError: Error, Equatable, Sendable, CustomStringConvertible {
    case addressInUse(String)
    case badAddress(String)
    case cannotListen(address: String, reason: String)
    /// Another process owns the data directory.
    case dataDirectoryInUse(String)
    case dataDirectory(path: String, reason: String)
    /// Others can write to the data directory.
    case writableDirectory(path: String, mode: UInt32)
    /// The data directory is another user's.
    case foreignDirectory(path: String, owner: UInt32)
    /// The log cannot be read. Nothing was changed.
    case damagedLog(path: String, reason: String)
    /// The log is of a later version of the program. Nothing was changed.
    case newerLog(path: String)
    /// A key of the configuration cannot be used; names the environment, never the key.
    case badKey(environment: String, reason: String)
    /// A file that holds secrets can be read by others.
    case exposedKeys(path: String)
    case alreadyStarted

    package var description: String {
        switch self {
        case .addressInUse(let address):
            "\(address) is in use. Stop the other program or choose another port with --listen."
        case .badAddress(let address):
            "\"\(address)\" is not an address to listen on. Expected IP:PORT, for example 127.0.0.1:8787 or [::1]:8787."
        case .cannotListen(let address, let reason): "Cannot listen on \(address): \(reason)."
        case .dataDirectoryInUse(let path):
            "\(path.shownAsFile) is in use by another server. Stop it or choose another directory with --data."
        case .dataDirectory(let path, let reason): "Cannot use \(path.shownAsFile): \(reason)."
        case .writableDirectory(let path, let mode):
            "Cannot use \(path.shownAsFile): its mode is \(Self.octal(mode)), so others could put a feed and keys of "
                + "their own in it. Run: chmod 700 \(path.shownAsFile)"
        case .foreignDirectory(let path, let owner):
            "Cannot use \(path.shownAsFile): it belongs to another user, number \(owner). Start the server as that user, "
                + "choose another directory with --data, or run: chown -R USER \(path.shownAsFile)"
        case .damagedLog(let path, let reason):
            "\(path.shownAsFile) is damaged: \(reason). It holds the cards that were published and their answers. "
                + "Put a backup of it in its place, or run cardstream serve --set-aside "
                + "--data \(Self.folder(of: path).shownAsFile), which "
                + "keeps it under another name and begins with an empty feed."
        case .newerLog(let path):
            "\(path.shownAsFile) was written by a later version of cardstream. Update this one, or choose another "
                + "directory with --data."
        case .badKey(let environment, let reason): "A key of environment \"\(environment)\" cannot be used: \(reason)."
        case .exposedKeys(let path):
            "\(path.shownAsFile) holds secrets but others can read it. Run: chmod 600 \(path.shownAsFile)"
        case .alreadyStarted: "The server has been started before."
        }
    }

    /// As `ls` and `chmod` count: four digits.
    private static func octal(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
