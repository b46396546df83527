import Basics
import Foundation
import Glibc
import Testing

@testable import AppRuntime

/// The environment variables that child processes get.
struct ChildEnvironmentTests {
    @Test func `no program that is started gets a token or a key`() throws {
        let secrets = ConfigKey.all.filter(\.isSecret).map(\.variable)
        try #require(secrets.count >= 3)
        for name in secrets + ["CARDSTREAM_TEST_PLAIN"] { setenv(name, "geheim-\(name)", 1) }
        defer { for name in secrets + ["CARDSTREAM_TEST_PLAIN"] { unsetenv(name) } }
        // The runner of header, action, pipe, notification, token and variables commands.
        let printed = String(
            decoding: try ShellCommand.run("env", limit: 30, wanted: "environment").get(), as: UTF8.self)
        // The runner of editors and video players. Browsers and clipboard programs start in the same way.
        let written = try withTemporaryFile("") { path in
            let ending = try ForegroundProgram(terminal: nil, signals: nil).run(["sh", "-c", "env > '\(path)'"])
            #expect(ending.status == 0)
            return try String(contentsOfFile: path, encoding: .utf8)
        }
        for environment in [printed, written] {
            #expect(environment.contains("geheim-CARDSTREAM_TEST_PLAIN"))
            for name in secrets { #expect(!environment.contains("\(name)="), "\(name)") }
        }
        // The variables of this process are unchanged.
        for name in secrets { #expect(getenv(name) != nil) }
    }
}
