internal import Basics
internal import CardSession

/// The current offset of a time zone from UTC, from `date`: the C library knows only one zone per process, and
/// Foundation's zones are slow to load.
enum ZoneOffset {
    /// In seconds; nil if it cannot be determined. Blocks for some milliseconds.
    ///
    /// - Parameter name: The IANA name, `Pacific/Auckland`; nil, or an unknown one, is the machine's own zone.
    static func seconds(of name: String?) -> Int? {
        let known = name.flatMap { TimeZoneName.isHere($0) ? $0 : nil }
        let line = known == nil ? "exec date +%z" : #"TZ="$1" exec date +%z"#
        let execution = ShellCommand.execute(
            line, arguments: known.map { [$0] } ?? [], limit: 5, outputLimit: 64)
        guard execution.ending == .exited(status: 0) else { return nil }
        return seconds(String(decoding: execution.output, as: UTF8.self).filter { !$0.isWhitespace })
    }

    /// `+1300`, `-0330`.
    static func seconds(_ text: String) -> Int? {
        guard text.utf8.count == 5, text.hasPrefix("+") || text.hasPrefix("-"),
            let hours = Int(text.dropFirst().prefix(2)), let minutes = Int(text.suffix(2)), hours < 24, minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (text.hasPrefix("-") ? -1 : 1)
    }
}
