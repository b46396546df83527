import AppRuntime
import Foundation
import Support
import Testing

@Suite struct LinkOpenerTests {
    @Test(arguments: [
        "file:///etc/passwd", "javascript:alert(1)", "-https://example.org", "data:text/html,x", "",
        "https://x/\u{1B}[2J",
    ])
    func `only web and mail addresses are opened`(address: String) {
        let opener = LinkOpener(environment: ["BROWSER": "true"])
        guard case .refused(let reason) = opener.open(address) else {
            Issue.record("\(address) was not refused")
            return
        }
        #expect(reason.hasPrefix("Not opened"))
    }

    @Test func `a missing program is reported`() {
        let opener = LinkOpener(environment: ["BROWSER": "no-such-browser"])
        #expect(opener.open("https://example.org") == .nothingOpens("https://example.org"))
    }

    @Test func `the address reaches the program unchanged, without a shell`() throws {
        let address = "https://example.org/?a=$(id)&b='\"`id`; touch x"
        let words = try started { LinkOpener(environment: ["BROWSER": $0]).open(address) }
        #expect(words == [address])
    }

    @Test func `a browser command may have arguments and a placeholder for the address`() throws {
        let address = "https://example.org/?a=$(id)&b=:1"
        let named: [(String, [String])] = [
            ("PROGRAM --new 'a b'", ["--new", "a b", address]),
            ("no-such:PROGRAM:also-not", [address]),
            ("no-such %s:PROGRAM -u %s -x:", ["-u", address, "-x"]),
            ("PROGRAM --url=%s \"--title=it's\" a\\ b &", ["--url=\(address)", "--title=it's", "a b"]),
        ]
        for (variable, words) in named {
            let given = try started { program in
                LinkOpener(environment: ["BROWSER": variable.replacing("PROGRAM", with: program)]).open(address)
            }
            #expect(given == words, "\(variable)")
        }
    }

    @Test(arguments: [
        ("sh -c 'firefox %s'", "a separate word"), ("x 'y", "not closed"), ("open-%s", "a separate word"),
    ])
    func `a browser command that would pass the address to a shell is refused with the reason`(
        variable: String, part: String
    ) {
        let opener = LinkOpener(environment: ["BROWSER": variable, "DISPLAY": ":0"])
        guard case .refused(let reason) = opener.open("https://example.org") else {
            Issue.record("\(variable) was not refused")
            return
        }
        #expect(reason.contains("$BROWSER") && reason.contains(part), "\(reason)")
    }

    @Test func `with a desktop, a video opens in the player`() throws {
        let address = "https://example.org/a.mp4?b=$(id)"
        for desktop in ["DISPLAY", "WAYLAND_DISPLAY"] {
            let words = try started {
                LinkOpener(environment: [desktop: ":0", "BROWSER": "false"], player: $0).play(address)
            }
            #expect(words.suffix(3) == ["--force-window=yes", "--", address])
        }
    }

    /// The arguments that a program received when `open` started it successfully.
    private func started(_ open: (_ program: String) -> LinkOpener.Outcome) throws -> [String] {
        let directory = try TemporaryDirectory()
        let (program, file) = ("\(directory.path)/program", "\(directory.path)/words")
        try "#!/bin/sh\nprintf '%s\\n' \"$@\" >\(file).part\nmv \(file).part \(file)\n".write(
            toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
        #expect(open(program) == .opened)
        let deadline = ContinuousClock.now + .seconds(20)
        while !FileManager.default.fileExists(atPath: file), .now < deadline { usleep(2000) }
        return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    @Test func `without a desktop, a video opens like a link`() {
        #expect(
            LinkOpener(environment: [:]).play("https://example.org/a.mp4") == .nothingOpens("https://example.org/a.mp4")
        )
        #expect(LinkOpener(environment: ["BROWSER": "true"]).play("https://example.org/a.mp4") == .opened)
    }

    @Test func `an address that links may not have does not reach the player`() {
        let opener = LinkOpener(environment: ["DISPLAY": ":0"])
        guard case .refused = opener.play("file:///etc/passwd") else {
            Issue.record("a file was played")
            return
        }
    }

    static let places: [([String: String], Bool)] = [
        ([:], false), (["DISPLAY": ":0"], true), (["WAYLAND_DISPLAY": "wayland-0"], true),
        (["DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"], false), (["SSH_TTY": "/dev/pts/1"], false),
        (["SSH_TTY": "/dev/pts/1", "BROWSER": "w3m"], true), (["BROWSER": ""], false),
    ]

    @Test(arguments: places)
    func `over ssh only a browser of the user's choice opens links`(environment: [String: String], opens: Bool) {
        #expect(LinkOpener(environment: environment).canOpen == opens)
    }

    /// Zombie processes would also keep the test library from noticing the end of its own children.
    @Test func `programs that have ended do not stay behind`() throws {
        let opener = LinkOpener(environment: ["BROWSER": "true"])
        let before = try zombies()
        for _ in 0..<8 { #expect(opener.open("https://example.org") == .opened) }
        let deadline = ContinuousClock.now + .seconds(20)
        while try zombies() > before, .now < deadline { usleep(2000) }
        #expect(try zombies() <= before)
    }

    private func zombies() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
            // A process may end while its file is read.
            guard Int(name) != nil, let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                let end = stat.lastIndex(of: ")")
            else { return false }
            let fields = stat[end...].split(separator: " ")
            return fields.count > 2 && fields[1] == "Z" && fields[2] == "\(getpid())"
        }
    }
}
