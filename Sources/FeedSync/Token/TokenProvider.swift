import Basics
package import CardSources
internal import Cards
import Glibc

/// Where tokens come from. Asked each time one is needed, so that a rotated file or an expiring command works.
package struct TokenProvider: Sendable {
    /// Names the source in messages; never the token.
    package var name: String
    /// Gives a token or throws ``SourceError/noToken(_:)``.
    package let fetch: @Sendable () async throws(SourceError) -> String

    /// - Parameter fetch: its answer is trimmed; one that cannot be a token is refused. An error's text is told without what looks
    ///   like a token: a host's own may quote the request that failed.
    package init(name: String, fetch: @escaping @Sendable () async throws(SourceError) -> String) {
        self.name = name
        self.fetch = { () throws(SourceError) in
            let answer: String
            do throws(SourceError) { answer = try await fetch() } catch {
                guard case .noToken(let text) = error else { throw error }
                throw .noToken(text.withoutTokens)
            }
            return try Self.trimmed(Array(answer.utf8)[...], from: name)
        }
    }

    /// For a host that has none.
    package static func failing(_ error: SourceError) -> TokenProvider {
        TokenProvider(name: "no token provider") { () throws(SourceError) in throw error }
    }

    /// A file only its owner can read; anything else is refused as ssh refuses a key.
    package static func file(_ path: String) -> TokenProvider {
        TokenProvider(name: "token file \(path)") { () throws(SourceError) in
            // A pipe without a writer would keep us waiting.
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw .noToken("\(path.shownAsFile): \(String(cString: strerror(errno)))") }
            defer { Glibc.close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .noToken("\(path.shownAsFile): not a file")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw .noToken("\(path.shownAsFile): others may read it; run chmod 600 \(path.shownAsFile)")
            }
            var bytes = [UInt8](repeating: 0, count: ShellCommand.outputLimit)
            let count = read(descriptor, &bytes, bytes.count)
            guard count < bytes.count else { throw .noToken("\(path.shownAsFile): too long for a token") }
            return try trimmed(bytes.prefix(max(0, count)), from: path)
        }
    }

    /// - Parameter environment: the process's, read once by whoever starts the program.
    package static func environment(_ name: String, in environment: [String: String]) -> TokenProvider {
        TokenProvider(name: "environment variable \(name)") { () throws(SourceError) in
            guard let value = environment[name], !value.isEmpty else { throw .noToken("\(name) is not set") }
            return value
        }
    }

    /// A command line of the user's own configuration, run by `/bin/sh -c` as git and ssh run theirs: it is one text
    /// and may hold a pipe. The token is its standard output. Killed with its children after `limit` seconds.
    package static func command(_ line: String, limit: Double = 5) -> TokenProvider {
        TokenProvider(name: "token_command") { () throws(SourceError) in
            let output = await Blocking.run { ShellCommand.run(line, limit: limit, wanted: "token") }
            switch output {
            case .success(let bytes): return try trimmed(bytes[...], from: "token_command")
            case .failure(let problem): throw .noToken("token_command: \(problem.text)")
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>, from source: String) throws(SourceError) -> String {
        let isSpace = { (byte: UInt8) in byte <= 0x20 }
        let token = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !token.isEmpty else { throw .noToken("\(source): empty, where a token was expected") }
        // A line break in a token would end the header it is sent in.
        guard token.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .noToken("\(source): more than a token, or none")
        }
        return String(decoding: token, as: UTF8.self)
    }
}
