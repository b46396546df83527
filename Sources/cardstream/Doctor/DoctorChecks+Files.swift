internal import AppRuntime
internal import CardSession
internal import Cards
internal import Glibc

/// Checks of the files that the viewer writes.
extension DoctorChecks {
    static func paths(_ setup: Setup) -> [Check] {
        let directories = [
            ("data", "\(setup.paths.data)/\(setup.config.profile)"), ("state", setup.paths.state),
        ]
        return directories.map { name, path in
            if let obstacle = obstacle(to: path) { return Check(name, .fail, obstacle) }
            guard PrivateFile.exists(path) else {
                return Check(name, .ok, "\(path.shownAsFile) (created when needed)")
            }
            // Errors are ignored, because a file that was removed in the meantime cannot be read by other users.
            guard (try? PrivateFile.isPrivate(path)) ?? true else {
                return Check(
                    name, .warn, "\(path.shownAsFile) can be read by other users; run: chmod 700 \(path.shownAsFile)")
            }
            return Check(name, .ok, path.shownAsFile)
        }
    }

    /// Why files cannot be written to a folder, which may not exist yet; nil if they can.
    static func obstacle(to folder: String) -> String? {
        var found = folder
        while access(found, F_OK) != 0, found.count > 1 {
            guard errno == ENOENT || errno == ENOTDIR else {
                return "\(folder.shownAsFile) cannot be reached: \(String(cString: strerror(errno)))"
            }
            let parent = found.lastIndex(of: "/").map { found[..<$0] } ?? "."
            found = parent.isEmpty ? "/" : String(parent)
        }
        let reason = found == folder ? "" : "\(folder.shownAsFile) cannot be created: "
        let place = reason + found.shownAsFile
        guard access(found + "/.", F_OK) == 0 || errno != ENOTDIR else {
            return "\(place) is not a directory; move that file away"
        }
        guard access(found, R_OK | W_OK | X_OK) == 0 else {
            return "\(place) is not writable; check its owner and permissions"
        }
        return nil
    }

    /// Whether the viewer could open its cards.
    static func store(_ setup: Setup) -> Check {
        let path = setup.paths.database(profile: setup.config.profile)
        return switch CardSession.inspect(path: path) {
        case .missing: Check("store", .ok, "none yet (created when needed)")
        case .sound: sound(path)
        case .damaged(let reason):
            Check(
                "store", .warn,
                "\(path.shownAsFile) is damaged (\(reason)); the viewer keeps it under another name, saves the "
                    + "readable actions, and loads the cards again")
        case .unusable(let error): Check("store", .fail, error.explanation)
        }
    }

    private static func sound(_ path: String) -> Check {
        let count: Int
        do throws(SessionError) { count = try CardSession.storeCounts(at: path)?.unreadable ?? 0 } catch {
            return Check("store", .warn, "\(path.shownAsFile) cannot be read: \(error.explanation)")
        }
        let holder = CardSession.holder(of: path).map {
            $0.isCommand ? "" : " (open in a viewer, process \($0.processID))"
        }
        guard count > 0 else { return Check("store", .ok, path.shownAsFile + (holder ?? "")) }
        return Check(
            "store", .warn,
            "\(path.shownAsFile): \(count) \(count == 1 ? "action" : "actions") could not be read and "
                + "\(count == 1 ? "was" : "were") not sent; answer the cards again (`cardstream cards`)")
    }
}
