import CLinux
import Glibc

/// Setting a damaged database aside, so that a crash in between loses nothing.
extension StoreFiles {
    /// A link that names the file set aside, from before the first rename until its actions are in the new database.
    /// A link, because it comes into being whole.
    private var rescueMark: String { path + ".rescue" }

    /// The file set aside whose actions may not have been rescued yet.
    var pendingRescue: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(rescueMark, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let name = String(decoding: bytes.prefix(count), as: UTF8.self)
        // Nothing but a neighbour under a name of ours.
        guard !name.contains("/"), name.hasPrefix(Self.lastName(path) + ".corrupt-") else { return nil }
        return directory + "/" + name
    }

    /// Renames the database and what belongs to it to `PATH.corrupt-STAMP` and returns the new path; goes on where a
    /// crash interrupted it. To be ended by ``endRescue()``.
    func setAside(stamp: String) throws(StoreError) -> String {
        let target = pendingRescue ?? freeName(stamp: stamp)
        if pendingRescue == nil {
            unlink(rescueMark)
            guard symlink(Self.lastName(target), rescueMark) == 0 else {
                throw failure("is damaged and cannot be set aside")
            }
            try flushDirectory()
        }
        // The database goes last: once it is there, what lies at the old place is the new one.
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
        // The log may hold the newest actions, so it goes along; it need not exist.
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

    /// Makes renames survive a power cut, in their order.
    private func flushDirectory() throws(StoreError) {
        let code = clinux_sync_folder(directory)
        guard code == 0 else {
            throw .unusable(path: path, reason: "its directory cannot be flushed: \(String(cString: strerror(code)))")
        }
    }

    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
