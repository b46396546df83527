import Basics
import CardStreamComapi
import Cards
import Glibc

import struct Foundation.UUID

/// Files of a source of conversations, readable only by the user: the session with its token, what the user dismissed or
/// snoozed, and the id of this installation.
struct ComapiFiles: SessionStorage, ConversationStorage {
    let folder: String

    private var sessionFile: String { "\(folder)/session.json" }
    private var conversationsFile: String { "\(folder)/conversations.json" }

    /// The id by which the service knows this installation; a new one if it cannot be kept.
    static func deviceID(in folder: String) -> String {
        let path = "\(folder)/device"
        let known = (try? PrivateFile.read(path, limit: 100)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        if UUID(uuidString: known) != nil { return known }
        let id = UUID().uuidString.lowercased()
        // The service then counts each start as another device, which only its list of devices shows.
        try? PrivateFile.write(id, to: path)
        return id
    }

    // MARK: The session

    func session(ofSpace id: String) async -> StoredSession? {
        let path = sessionFile
        return await Blocking.run {
            // A file that others could read may hold a token of theirs.
            guard (try? PrivateFile.isPrivate(path)) == true, let bytes = try? PrivateFile.read(path, limit: 1 << 20),
                let object = try? JSONValue(parsing: bytes).object, object["space"]?.string == id,
                let token = object["token"]?.string, let details = object["session"]?.object,
                let session = ComapiSession(details)
            else { return nil }
            return StoredSession(session: session, token: token)
        }
    }

    func store(_ session: StoredSession?, ofSpace id: String) async {
        let path = sessionFile
        await Blocking.run {
            guard let session else {
                unlink(path)
                return
            }
            let json: JSONValue = [
                "space": .string(id), "token": .string(session.token), "session": .object(session.session.details),
            ]
            // Without the file, the next start begins another session.
            try? PrivateFile.write(json.text(), to: path)
        }
    }

    // MARK: Conversations

    func load() async throws -> [UInt8]? {
        let path = conversationsFile
        return try await Blocking.run { () -> Result<[UInt8]?, FileProblem> in
            guard PrivateFile.exists(path) else { return .success(nil) }
            do throws(FileProblem) { return .success(try PrivateFile.read(path)) } catch { return .failure(error) }
        }.get()
    }

    func save(_ bytes: [UInt8]) async throws {
        let path = conversationsFile
        try await Blocking.run { () -> Result<Void, FileProblem> in
            do throws(FileProblem) {
                return .success(try PrivateFile.write(String(decoding: bytes, as: UTF8.self), to: path))
            } catch { return .failure(error) }
        }.get()
    }
}
