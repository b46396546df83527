import Basics
package import CardSources
internal import Cards
import Glibc

/// A source of tokens. It is called whenever a token is needed, so that rotated files and expiring commands work.
package struct TokenProvider: Sendable {
    /// The name of the source in messages; never the token.
    package var name: String
    /// Returns a token or throws ``SourceError/noToken(_:)``.
    package let fetch: @Sendable () async throws(SourceError) -> String

    /// Creates a provider from a closure.
    ///
    /// - Parameter fetch: Its result is trimmed and checked. Anything that looks like a token is removed from the text
    ///   of an error, because a host's error may quote the failed request.
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

    /// A provider that always fails, for a host without tokens.
    package static func failing(_ error: SourceError) -> TokenProvider {
        TokenProvider(name: "no token is set up; run cardstream login") { () throws(SourceError) in throw error }
    }

    /// A provider that reads a file. Refuses files that other users can read, as ssh does for keys.
    package static func file(_ path: String) -> TokenProvider {
        TokenProvider(name: "token file \(path)") { () throws(SourceError) in
            // Without this flag, opening a pipe without a writer would block.
            let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { throw .noToken("\(path.shownAsFile): \(String(cString: strerror(errno)))") }
            defer { Glibc.close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw .noToken("\(path.shownAsFile): not a file")
            }
            guard status.st_mode & 0o077 == 0 else {
                throw .noToken("\(path.shownAsFile): other users can read it; run chmod 600 \(path.shownAsFile)")
            }
            var bytes = [UInt8](repeating: 0, count: ShellCommand.outputLimit)
            let count = read(descriptor, &bytes, bytes.count)
            guard count < bytes.count else { throw .noToken("\(path.shownAsFile): too long for a token") }
            return try trimmed(bytes.prefix(max(0, count)), from: path)
        }
    }

    /// A provider that reads an environment variable.
    ///
    /// - Parameter environment: The process environment, read once at start.
    package static func environment(_ name: String, in environment: [String: String]) -> TokenProvider {
        TokenProvider(name: "environment variable \(name)") { () throws(SourceError) in
            guard let value = environment[name], !value.isEmpty else { throw .noToken("\(name) is not set") }
            return value
        }
    }

    /// A provider that runs a command line from the user's configuration with `/bin/sh -c`, as git and ssh do. The
    /// token is its standard output; the last line of its standard error becomes part of the error. After `limit`
    /// seconds, the command and its children are killed.
    package static func command(_ line: String, limit: Double = 5) -> TokenProvider {
        TokenProvider(name: "token_command") { () throws(SourceError) in
            let output = await Blocking.run {
                ShellCommand.run(line, limit: limit, wanted: "token", errors: .inFailure)
            }
            switch output {
            case .success(let bytes): return try trimmed(bytes[...], from: "token_command")
            case .failure(let problem): throw .noToken("token_command: \(problem.text)")
            }
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>, from source: String) throws(SourceError) -> String {
        let isSpace = { (byte: UInt8) in byte <= 0x20 }
        let token = bytes.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        guard !token.isEmpty else { throw .noToken("\(source): empty; expected a token") }
        // A line break in a token would end the HTTP header that contains it.
        guard token.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .noToken("\(source): expected one token, without spaces or other text")
        }
        return String(decoding: token, as: UTF8.self)
    }
}
