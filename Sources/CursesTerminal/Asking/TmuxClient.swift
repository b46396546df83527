import CLinux
import Glibc

/// The terminal that tmux is shown in, as tmux knows it.
///
/// Asked by tmux' own program. Asking the terminal through tmux would have its answer typed into whichever pane has the
/// keys at that moment.
struct TmuxClient: Equatable {
    /// Its name and version as it gave them to tmux, such as `kitty(0.35.2)`; empty when it did not.
    let terminal: String
    /// What tmux makes use of.
    let features: [String]
    /// Whether programs may send it something past tmux.
    let passesThrough: Bool

    /// Milliseconds. tmux takes about five; it is asked once, after the first frame.
    private static let patience: Int32 = 100
    private static let format = "#{client_termtype}\t#{client_termfeatures}\t#{allow-passthrough}"

    init?(answer: String) {
        let fields = answer.split(separator: "\n", omittingEmptySubsequences: false)[0]
            .split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3 else { return nil }
        terminal = String(fields[0])
        features = fields[1].split(separator: ",").map(String.init)
        // tmux 3.3 has a flag, which its formats give as a number; since 3.4 it is a choice.
        passesThrough = ["1", "on", "all"].contains(fields[2])
    }

    /// Asks the tmux this program runs in; nil when that fails or takes too long.
    static func ask() -> TmuxClient? {
        var words = ["tmux", "display-message", "-p"]
        if let pane = getenv("TMUX_PANE") { words += ["-t", String(cString: pane)] }
        return output(of: words + [format]).flatMap { TmuxClient(answer: $0) }
    }

    private static func output(of words: [String]) -> String? {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe(&ends) == 0 else { return nil }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { for descriptor in [ends[0], nothing] where descriptor >= 0 { close(descriptor) } }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let failure = clinux_spawn(&child, words[0], arguments, [nothing, ends[1], nothing], true)
        close(ends[1])
        guard failure == 0 else { return nil }
        let bytes = read(all: ends[0])
        if bytes == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard let bytes, status == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Nil when it does not end in time or says far too much.
    private static func read(all descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 1 << 16 {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, patience) > 0 else { return nil }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else { return nil }
            bytes += chunk.prefix(count)
        }
        return nil
    }
}
