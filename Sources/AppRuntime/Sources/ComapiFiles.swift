import Basics
package import CardStreamComapi
import Cards
import Glibc

import struct Foundation.UUID

/// The files of a source of conversations, readable only by the user: the session with its token, dismissed and snoozed
/// cards, files that wait to be sent, and the id of this installation.
package struct ComapiFiles: SessionStorage, ConversationStorage {
    let folder: String
    /// A digest of the way to log in: a stored session with another digest is not used. Empty if there is only one way.
    let login: String

    package init(folder: String, login: String = "") {
        self.folder = folder
        self.login = login
    }

    private var sessionFile: String { "\(folder)/session.json" }
    private var conversationsFile: String { "\(folder)/conversations.json" }

    /// The id of this installation for the service. If it cannot be stored, a new id is used each time.
    static func deviceID(in folder: String) -> String {
        let path = "\(folder)/device"
        let known = (try? PrivateFile.read(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if UUID(uuidString: known) != nil { return known }
        let id = UUID().uuidString.lowercased()
        // If writing fails, the service counts each start as another device, which is only visible in its list of
        // devices.
        try? PrivateFile.write(id, to: path)
        return id
    }

    // MARK: The session

    package func session(ofSpace id: String) async -> StoredSession? {
        let (path, login) = (sessionFile, login)
        return await Blocking.run {
            // A file that is not private may have been written by another user, with another user's token.
            guard (try? PrivateFile.isPrivate(path)) == true, let bytes = try? PrivateFile.read(path, limit: 1 << 20),
                let object = try? JSONValue(parsing: bytes).object, object["space"]?.string == id,
                object["login"]?.string ?? "" == login,
                let token = object["token"]?.string, let details = object["session"]?.object,
                let session = ComapiSession(details)
            else { return nil }
            return StoredSession(session: session, token: token)
        }
    }

    package func store(_ session: StoredSession?, ofSpace id: String) async {
        let (path, login) = (sessionFile, login)
        await Blocking.run {
            guard let session else {
                unlink(path)
                return
            }
            let json: JSONValue = [
                "space": .string(id), "login": .string(login), "token": .string(session.token),
                "session": .object(session.session.details),
            ]
            // If writing fails, the next start creates another session.
            try? PrivateFile.write(json.text(), to: path)
        }
    }

    // MARK: Conversations

    package var place: String? { conversationsFile.shownAsFile }

    package func load() async throws -> [UInt8]? {
        let path = conversationsFile
        return try await Blocking.run { () -> Result<[UInt8]?, FileProblem> in
            guard PrivateFile.exists(path) else { return .success(nil) }
            do throws(FileProblem) { return .success(try PrivateFile.read(path)) } catch { return .failure(error) }
        }.get()
    }

    package func save(_ bytes: [UInt8]) async throws {
        let path = conversationsFile
        try await Blocking.run { () -> Result<Void, FileProblem> in
            do throws(FileProblem) {
                return .success(try PrivateFile.write(String(decoding: bytes, as: UTF8.self), to: path))
            } catch { return .failure(error) }
        }.get()
    }

    // MARK: Files that wait to be sent

    /// The maximum size of such a file, in bytes.
    package static let maxFileBytes = 25 << 20
    private static let filesFolder = "outgoing"

    private func path(ofFile name: String) -> String? {
        // Names are made by ``keep(_:)``. Other names could refer to files outside the directory.
        UUID(uuidString: name) == nil ? nil : "\(folder)/\(Self.filesFolder)/\(name)"
    }

    /// Stores a file until it is sent. Returns its name for ``file(named:)``.
    package func keep(_ bytes: [UInt8]) throws(FileProblem) -> String {
        let name = UUID().uuidString.lowercased()
        try PrivateFile.write(bytes, to: "\(folder)/\(Self.filesFolder)/\(name)")
        return name
    }

    package func file(named name: String) async throws -> [UInt8]? {
        guard let path = path(ofFile: name) else { return nil }
        return try await Blocking.run { () -> Result<[UInt8]?, FileProblem> in
            guard PrivateFile.exists(path) else { return .success(nil) }
            do throws(FileProblem) { return .success(try PrivateFile.read(path, limit: Self.maxFileBytes)) } catch {
                return .failure(error)
            }
        }.get()
    }

    package func removeFile(named name: String) async {
        guard let path = path(ofFile: name) else { return }
        await Blocking.run { _ = unlink(path) }
    }
}
