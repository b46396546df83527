import Canvas
import Foundation
import Glibc
import Support
import Testing

@testable import CardImages

/// Programs in place of the decoder that do what a hostile file might make it do.
struct ConfinementTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func run(_ script: String, limits: DecoderLimits = DecoderLimits()) async throws(ImageProblem) -> String {
        guard let program = try? directory.program(script) else { throw .noDecoder }
        let process = DecoderProcess(program: program, words: ["a", "b c"], limits: limits)
        return String(decoding: try await process.run(input: Array("the file".utf8)), as: UTF8.self)
    }

    @Test func `the decoder gets its arguments, the file and nothing else`() async throws {
        let seen = try await run(#"read -r line || :; echo "$1|$2|$line|$PWD"; read -r more || echo end"#)
        #expect(seen == "a|b c|the file|/\nend\n")
        let variables = try await run("export -p")
        #expect(!variables.contains("HOME") && !variables.contains("TOKEN"))
    }

    /// With a terminal, chafa uses the size of its cells, and a hostile file could read what the user types.
    @Test func `the decoder has no terminal`() async throws {
        let session = try await run("read -r stat < /proc/self/stat; set -- $stat; [ $1 = $5 ] && echo $(($1 - $6))")
        #expect(session == "0\n")
    }

    @Test func `the decoder can open no connection`() async throws {
        let listener = try Listener()
        let connect = "exec 3<>/dev/tcp/127.0.0.1/\(listener.port) && echo connected || echo refused"
        #expect(try await run(connect) == "refused\n")
        // The same script connects successfully without the confinement.
        let free = Process()
        free.executableURL = URL(fileURLWithPath: "/bin/bash")
        free.arguments = ["-c", connect]
        let output = Pipe()
        free.standardOutput = output
        try free.run()
        #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "connected\n")
        free.waitUntilExit()
    }

    @Test func `the decoder can change no file`() async throws {
        let victim = directory.path + "/victim"
        try Data("whole".utf8).write(to: URL(fileURLWithPath: victim))
        let script = "echo x > \(victim) || echo no; echo x >> \(victim) || echo no; echo x > \(victim).new || echo no"
        #expect(try await run(script) == "no\nno\nno\n")
        // Commands that are not built into the shell replace it.
        for command in [
            "rm -f \(victim)", "mv \(victim) \(victim).gone", "truncate -s 0 \(victim)", "chmod 777 \(victim)",
        ] {
            await #expect(throws: ImageProblem.unreadable) { _ = try await run("exec \(command)") }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: victim)) == Data("whole".utf8))
        var status = stat()
        stat(victim, &status)
        #expect(status.st_mode & 0o777 != 0o777)
    }

    @Test func `the decoder can neither start nor end processes`() async throws {
        await #expect(throws: ImageProblem.unreadable) { _ = try await run("(echo child)") }
        #expect(try await run("kill -0 $PPID && echo reached || echo refused") == "refused\n")
    }

    @Test func `the decoder can neither send signals by other calls nor type into a terminal`() async throws {
        // perl-base is part of every Debian, and can make any system call.
        #if arch(x86_64)
            let (tkill, tgkill) = (200, 234)
        #else
            let (tkill, tgkill) = (130, 131)
        #endif
        let refused = EPERM
        #expect(try await run("exec perl -e 'syscall(\(tkill), \(getpid()), 0); print $!+0'") == "\(refused)")
        #expect(
            try await run("exec perl -e 'syscall(\(tgkill), \(getpid()), \(getpid()), 0); print $!+0'")
                == "\(refused)")
        // 0x5412 is TIOCSTI. Without the confinement, a file that is not a terminal would return ENOTTY.
        #expect(try await run("exec perl -e 'my $x = 0; ioctl(STDOUT, 0x5412, $x); print $!+0'") == "\(refused)")
        // The program has its own session, so there is no controlling terminal to open.
        #expect(try await run("exec perl -e 'open(T, \"<\", \"/dev/tty\") or print $!+0'") == "\(ENXIO)")
    }

    @Test func `the decoder has no additional privileges, and cannot raise its limits`() async throws {
        let status = try await run(
            "while read -r name value; do case $name in CapEff:|CapPrm:|NoNewPrivs:) echo $value;; esac; done </proc/self/status"
        )
        #expect(status.split(separator: "\n").allSatisfy { Int($0, radix: 16) == 0 || $0 == "1" })
        #expect(status.hasSuffix("1\n"))
        #expect(try await run("ulimit -t 100000 && echo raised || echo refused") == "refused\n")
        #expect(try await run("ulimit -t; ulimit -n; ulimit -c; ulimit -f; ulimit -v") == "5\n32\n0\n0\n786432\n")
    }

    @Test func `a decoder that uses the processor without end is stopped`() async throws {
        await #expect(throws: ImageProblem.tookTooLong) {
            _ = try await run("while :; do :; done", limits: DecoderLimits(cpuSeconds: 1))
        }
    }

    @Test func `a decoder that waits without end is stopped with its children`() async throws {
        await #expect(throws: ImageProblem.tookTooLong) {
            _ = try await run("echo start; exec sleep 1000", limits: DecoderLimits(seconds: 0.2))
        }
    }

    @Test func `a decoder that uses too much memory is stopped`() async throws {
        await #expect(throws: ImageProblem.unreadable) {
            _ = try await run(
                "a=0123456789abcdef; while :; do a=$a$a; done", limits: DecoderLimits(memoryBytes: 64 << 20))
        }
    }

    @Test func `a decoder that prints without end is stopped`() async throws {
        await #expect(throws: ImageProblem.unreadable) {
            _ = try await run("while :; do echo 0123456789; done", limits: DecoderLimits(outputBytes: 100_000))
        }
    }

    @Test func `a decoder whose task is cancelled is stopped immediately`() async throws {
        let task = Task { try await run("exec sleep 1000", limits: DecoderLimits(seconds: 60)) }
        task.cancel()
        await #expect(throws: ImageProblem.cancelled) { _ = try await task.value }
    }

    @Test(arguments: [
        #"printf '\e]0;title\a'"#, #"printf '\e[2J'"#, #"printf '\e[?1049h'"#, #"printf '\e[0m\e[31mtext\n'"#,
        #"printf '\e_Ga=d\e\\'"#, #"printf '\ePq\e\\'"#, #"printf '▄\e[6n'"#, #"printf '\x9b2J'"#, #"printf '\n\n'"#,
        ":",
    ])
    func `the decoder's output is used only if it is a picture`(_ script: String) async throws {
        let decoder = ImageDecoder(program: try directory.program(script))
        for form in [ImageDecoder.Form.symbols(.direct), .pixels(cell: .zero), .sixels(cell: .zero)] {
            await #expect(throws: ImageProblem.unreadable) {
                let target = ImageDecoder.Target(box: Size(columns: 8, rows: 4), form: form)
                _ = try await decoder.decode(Fixture.png, to: target)
            }
        }
    }
}

/// A port that accepts connections and sends nothing.
private final class Listener {
    let port: UInt16
    private let descriptor: CInt

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                bind(descriptor, plain, length) | listen(descriptor, 8) | getsockname(descriptor, plain, &length)
            }
        }
        guard code == 0 else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
