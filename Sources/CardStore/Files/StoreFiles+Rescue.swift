import CLinux
import Glibc

/// Sets a damaged database aside, so that a crash at any point loses nothing.
extension StoreFiles {
    /// A symbolic link with the name of the file set aside. It exists from before the first rename until the file's
    /// actions are in the new database. A link is used because it is created atomically.
    private var rescueMark: String { path + ".rescue" }

    /// The path of a file set aside whose actions may not have been rescued yet; nil if there is none.
    var pendingRescue: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(rescueMark, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let name = String(decoding: bytes.prefix(count), as: UTF8.self)
        // Accept only a file in the same folder with a name of this program.
        guard !name.contains("/"), name.hasPrefix(Self.lastName(path) + ".corrupt-") else { return nil }
        return directory + "/" + name
    }

    /// Renames the database and its related files to `PATH.corrupt-STAMP` and returns the new path. Continues if a
    /// crash interrupted an earlier call. ``endRescue()`` must follow.
    func setAside(stamp: String) throws(StoreError) -> String {
        let target = pendingRescue ?? freeName(stamp: stamp)
        if pendingRescue == nil {
            unlink(rescueMark)
            guard symlink(Self.lastName(target), rescueMark) == 0 else {
                throw failure("is damaged and cannot be set aside")
            }
            try flushDirectory()
        }
        // Move the database last: once it is at the target, a file at the old path is the new database.
        if access(target, F_OK) != 0 { try moveAway(to: target) }
        unlink(damageMark)
        return target
    }

    func endRescue() throws(StoreError) {
        guard unlink(rescueMark) == 0 || errno == ENOENT else {
            throw failure("was repaired, but the repair cannot be recorded")
        }
        try flushDirectory()
    }

    func moveAway(to target: String) throws(StoreError) {
        // The log may contain the newest actions, so move it too. It need not exist.
        _ = rename(path + "-wal", target + "-wal")
        unlink(path + "-shm")
        guard rename(path, target) == 0 else { throw failure("is damaged and cannot be set aside") }
        try flushDirectory()
    }

    func freeName(stamp: String) -> String {
        var target = "\(path).corrupt-\(stamp)"
        var attempt = 1
        while access(target, F_OK) == 0 {
            attempt += 1
            target = "\(path).corrupt-\(stamp)-\(attempt)"
        }
        return target
    }

    /// Flushes the folder, so that renames survive a power cut in their order.
    func flushDirectory() throws(StoreError) {
        let code = clinux_sync_folder(directory)
        guard code == 0 else {
            throw .unusable(path: path, reason: "its directory cannot be flushed: \(String(cString: strerror(code)))")
        }
    }

    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
