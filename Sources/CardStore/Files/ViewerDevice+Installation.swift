import Cards
package import FeedAPI
import Glibc

/// The device that this program is to servers.
extension ViewerDevice {
    /// The file with the id of the installation.
    private static let file = "cardstream-device"

    /// This machine, with the id stored in a folder; stores a new id if the folder has none. Does not create the
    /// folder: if the id cannot be stored, the next program gets another one.
    package static func installed(in folder: String) -> ViewerDevice? {
        let path = "\(folder)/\(file)"
        let id = known(at: path) ?? kept(newID(), at: path)
        return ViewerDevice(id: id, name: hostName)
    }

    private static func newID() -> String {
        let parts = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
        return parts.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
    }

    /// The id in a file; nil if there is none.
    private static func known(at path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        return idRule.allows(text) ? text : nil
    }

    /// Stores an id, unless another program has just stored one. Ignores errors, because nothing depends on the stored
    /// id.
    ///
    /// - Returns: The id to use: that of the file, if it has one.
    private static func kept(_ id: String, at path: String) -> String {
        let draft = "\(path).\(id)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return id }
        let written = write(descriptor, id, id.utf8.count)
        close(descriptor)
        defer { unlink(draft) }
        guard written == id.utf8.count else { return id }
        // Keep a file that another program has created in the meantime, but replace one without an id.
        if link(draft, path) == 0 { return id }
        if let other = known(at: path) { return other }
        rename(draft, path)
        return id
    }

    /// The host name; nil if it is unknown, or not valid in a header.
    private static var hostName: String? {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return nameRule.allows(name) ? name : nil
    }
}
