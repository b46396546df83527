import Foundation
import Support
import Testing

/// The steps of `make install` and `make dist` after the build, with the program under test in place of a release
/// build.
@Suite(.serialized) struct InstallTests {
    private let directory: TemporaryDirectory
    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.url.appending(path: name).path }

    /// - Parameters:
    ///   - arguments: `install` or `uninstall`, the prefix, and the folder in front of it (DESTDIR).
    ///   - program: The program to install.
    @discardableResult
    private func install(_ arguments: String..., program: String = Command.cardstream) throws -> String {
        try Command.run(
            "/bin/sh", ["\(root)/.make/install.sh"] + arguments,
            environment: [
                "PATH": try #require(ProcessInfo.processInfo.environment["PATH"]), "PROGRAM": program,
            ])
    }

    private func bytes(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }

    /// The files below a folder, as relative paths.
    private func files(in folder: String) throws -> Set<String> {
        let list = try Command.run("/usr/bin/find", [folder, "-type", "f", "-printf", "%P\\n"])
        return Set(list.split(separator: "\n").map(String.init))
    }

    @Test func `the installed program runs, is stripped, replaces an older version, and can be removed`() throws {
        let prefix = path("usr")
        let stale = "share/man/man1/cardstream-older.1"
        try FileManager.default.createDirectory(atPath: path("usr/share/cardstream"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: path("usr/share/man/man1"), withIntermediateDirectories: true)
        try "\(stale)\n".write(toFile: path("usr/share/cardstream/files"), atomically: true, encoding: .utf8)
        for name in [stale, "share/man/man1/other.1"] {
            try "page".write(toFile: "\(prefix)/\(name)", atomically: true, encoding: .utf8)
        }
        let said = try install("install", prefix)
        let program = "\(prefix)/bin/cardstream"
        #expect(said.contains("installed \(program)\n") && said.contains("removed \(prefix)/\(stale)\n"))
        #expect(try Command.run(program, ["--version"]).contains("."))
        #expect(try bytes(program) < bytes(Command.cardstream) * 3 / 4)
        for (page, title) in [
            ("man1/cardstream.1", "CARDSTREAM 1"), ("man1/cardstream-themes-show.1", "CARDSTREAM-THEMES-SHOW 1"),
            ("man7/cardstream-keys.7", "CARDSTREAM-KEYS 7"),
        ] {
            let text = try Command.run("/bin/gzip", ["-cd", "\(prefix)/share/man/\(page).gz"])
            #expect(text.hasPrefix(".TH \(title)"), "\(page)")
        }
        let unit = try String(contentsOfFile: "\(prefix)/share/systemd/user/cardstream.service", encoding: .utf8)
        #expect(unit.contains("ExecStart=\(program) serve --idle 1h\n"))
        try install("uninstall", prefix)
        #expect(try files(in: prefix) == ["share/man/man1/other.1"])
        #expect(!FileManager.default.fileExists(atPath: path("usr/share/cardstream")))
    }

    @Test func `tarball, package and make install have the same files, and run without the build tree`() throws {
        let output = path("dist")
        // Stripped, because the symbols of a debug build are most of its size, and it is packed and unpacked several
        // times here.
        let program = path("program")
        try Command.run("/usr/bin/strip", ["--strip-unneeded", "-o", program, Command.cardstream])
        try Command.run(
            "/bin/sh", ["\(root)/.make/dist.sh", program, output],
            environment: ["PATH": try #require(ProcessInfo.processInfo.environment["PATH"]), "DIST_LEVEL": "0"])
        let packed = try FileManager.default.contentsOfDirectory(atPath: output)
        #expect(packed.count == 5, "\(packed)")
        #expect(try Command.finish("/bin/sh", ["-c", "cd \(output) && sha256sum --quiet -c SHA256SUMS"]).status == 0)
        let tarball = try #require(packed.first { $0.hasSuffix(".tar.xz") })
        let package = try #require(packed.first { $0.hasSuffix(".deb") })
        try FileManager.default.createDirectory(atPath: path("tar"), withIntermediateDirectories: true)
        try Command.run(
            "/bin/tar", ["-xJf", "\(output)/\(tarball)", "-C", path("tar"), "--strip-components=1"])
        try Command.run("/usr/bin/dpkg-deb", ["-x", "\(output)/\(package)", path("deb")])
        try install("install", "/usr/local", path("make"), program: program)

        let installed = try files(in: path("make/usr/local"))
        #expect(installed.contains("bin/cardstream") && installed.contains("share/doc/cardstream/copyright"))
        #expect(try files(in: path("tar")) == installed)
        let list = try String(contentsOfFile: path("tar/share/cardstream/files"), encoding: .utf8)
        #expect(Set(list.split(separator: "\n").map(String.init)) == installed)
        // Debian's zsh has a separate folder for the completions of packages.
        #expect(
            try files(in: path("deb/usr"))
                == Set(installed.map { $0.replacing("zsh/site-functions", with: "zsh/vendor-completions") }))

        let control = try Command.run("/usr/bin/dpkg-deb", ["-I", "\(output)/\(package)", "control"])
        try checkContainer(
            String(contentsOfFile: "\(output)/Containerfile", encoding: .utf8), files: installed, control)
        let notices = try String(contentsOfFile: path("tar/share/doc/cardstream/copyright"), encoding: .utf8)
        let own =
            (try? String(contentsOfFile: "\(root)/.github/LICENSE", encoding: .utf8)) ?? "has not chosen a licence"
        #expect(notices.contains(own))
        for name in [
            "FlyingFox", "swift-crypto", "The BoringSSL Authors", "Brian Gladman", "libcmark-gfm.a", "libpcre2-8.a",
            "libyaml.a", "libgumbo.a", "Apache License",
        ] {
            #expect(notices.contains(name), "\(name)")
        }
        for folder in ["tar", "deb/usr"] { try demonstrate(path("\(folder)/bin/cardstream")) }
    }

    /// Checks that the files that a container copies exist, and that it installs what the package depends on.
    private func checkContainer(_ text: String, files: Set<String>, _ control: String) throws {
        let lines = text.split(separator: "\n")
        let copied = lines.filter { $0.hasPrefix("COPY --from=unpacked /unpacked/cardstream-*/") }.compactMap {
            $0.split(separator: " ")[2].split(separator: "/", maxSplits: 2).last.map(String.init)
        }
        #expect(copied.count == lines.count { $0.hasPrefix("COPY") } && copied.contains("bin/cardstream"))
        for file in copied { #expect(files.contains(file), "\(file)") }
        let words = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
        let named = control.split(separator: "\n").filter { $0.hasPrefix("Depends:") || $0.hasPrefix("Recommends:") }
            .flatMap { $0.drop { $0 != ":" }.dropFirst().split(separator: ",") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(named.contains("libsqlite3-0") && named.contains("libcurl4"))
        // Every Debian image has the first two, and a server draws no pictures.
        for name in Set(named).subtracting(["libc6", "libstdc++6", "chafa"]) {
            #expect(words.contains(name), "\(name)")
        }
        #expect(lines.contains { $0.hasPrefix("USER ") } && lines.contains { $0.hasPrefix("VOLUME ") })
    }

    /// Shows the demo and publishes a card in a mount namespace that hides the source tree, if the system allows that.
    /// Otherwise the program must at least use no file of the source tree.
    private func demonstrate(_ program: String) throws {
        let home = try TemporaryDirectory()
        let hides = try Command.finish("/usr/bin/unshare", ["-m", "/bin/true"]).status == 0
        let begin = hides ? "unshare -m sh -c 'mount -t tmpfs none \(root) && exec \"$0\" \"$@\"' " : ""
        let tmux = try Tmux(directory: home.url)
        try tmux.run("cd; \(begin)\(program) publish --title 'Out of the package' && \(begin)\(program) cards")
        try tmux.wait("the card") { $0.contains(" Out of the package") && $0.contains("P5") }
        try tmux.run(
            "echo 'wait-for Release checkout 4.12.7 to production?' | \(begin)\(program) demo --script - && echo played-$?"
        )
        try tmux.wait("the demo without a terminal") { $0.contains("played-0") }
        try tmux.run("\(begin)\(program) demo; echo ended-$?")
        try tmux.wait("the demo") {
            $0.contains("Release checkout 4.12.7 to production?") && $0.contains("live")
        }
        if !hides {
            let pid = try Command.run("/usr/bin/pgrep", ["-f", program]).prefix { $0.isNumber }
            #expect(try !String(contentsOfFile: "/proc/\(pid)/maps", encoding: .utf8).contains(root + "/"))
        }
        try tmux.press("q")
        try tmux.wait("its end") { $0.contains("ended-0") }
    }

    /// Otherwise `make release` fails, but only after minutes: a single call would link 40 MB of internationalisation
    /// data (decision 0058).
    @Test func `the program links only FoundationEssentials`() throws {
        let symbols = try Command.run("/usr/bin/nm", ["-u", Command.cardstream])
        #expect(symbols.contains("20FoundationEssentials"))
        let others = symbols.split(separator: "\n").filter {
            $0.replacing("20FoundationEssentials", with: "").contains("10Foundation")
        }
        #expect(others == [], "Find the call by: nm -uA .build/debug/*.build/*.o | grep SYMBOL")
    }
}
