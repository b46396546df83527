internal import AppRuntime
internal import Basics
internal import Cards

/// The folder that a script's screens are written to, each as a file of its own.
final class PictureFolder {
    private let path: String
    private var names: Set<String> = []
    private var failure: FileProblem?

    /// Makes the folder, if it is not there.
    init(_ path: String) throws {
        self.path = path
        try PrivateFile.makeDirectory(path)
    }

    /// Writes a picture, over an earlier file of that name, and returns the path of its file. Failures are thrown by
    /// ``check()``.
    ///
    /// - Parameter name: The screen's name; nil for a number. A name that the script uses twice gets a number as well.
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

    /// Throws the first failure of writing.
    func check() throws { if let failure { throw failure } }

    /// A screen's name as that of a file: one that is not hidden and in no other folder.
    private static func fileName(_ name: String) -> String {
        let safe = String(
            name.unicodeScalars.map { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F ? "-" : Character($0) })
        return safe.hasPrefix(".") ? "-" + safe : safe
    }
}
