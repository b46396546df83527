internal import AppRuntime
internal import Basics
internal import Cards

/// The folder to which a script's screens are written, each to a separate file.
final class ScreenFolder {
    private let path: String
    private var names: Set<String> = []
    private var failure: FileProblem?

    /// Creates the folder if it does not exist.
    init(_ path: String) throws {
        self.path = path
        try PrivateFile.makeDirectory(path)
    }

    /// Writes a picture, replaces an existing file with the same name, and returns the path of the file. ``check()``
    /// throws failures.
    ///
    /// - Parameter name: The screen's name; with nil, the file gets a number instead. If the script uses a name several
    ///   times, numbers are appended.
    func add(_ picture: String, named name: String?) -> String {
        let base = name.map(Self.fileName) ?? "screen"
        var (file, number) = (name == nil ? "\(base)-1" : base, 1)
        while !names.insert(file).inserted {
            number += 1
            file = "\(base)-\(number)"
        }
        let target = "\(path)/\(file).svg"
        do throws(FileProblem) { try PrivateFile.write(picture, to: target) } catch { failure = failure ?? error }
        return target.escapingControls
    }

    /// Throws the first failure to write a file.
    func check() throws { if let failure { throw failure } }

    /// A screen's name as a file name. The file is not hidden, and is always inside the folder.
    private static func fileName(_ name: String) -> String {
        let safe = String(
            name.unicodeScalars.map { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F ? "-" : Character($0) })
        return safe.hasPrefix(".") ? "-" + safe : safe
    }
}
