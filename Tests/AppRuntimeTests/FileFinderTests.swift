import AppCore
import Cards
import Foundation
import Testing

@testable import AppRuntime

/// The file access of the file browser, with real files.
final class FileFinderTests {
    private let root: String
    private let finder: FileFinder
    static let png: [UInt8] =
        [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 4, 0xB0, 0, 0, 3,
            0x20,
        ]

    init() throws {
        root = NSTemporaryDirectory() + "finder-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root + "/Bilder/Urlaub", withIntermediateDirectories: true)
        finder = FileFinder(home: root, start: root + "/Bilder")
        try Data(Self.png).write(to: URL(filePath: root + "/Bilder/lunch.png"))
        try Data("text".utf8).write(to: URL(filePath: root + "/Bilder/notes.png"))
        try Data("GIF89a".utf8).write(to: URL(filePath: root + "/Bilder/lunar.gif"))
        mkfifo(root + "/Bilder/pipe.png", 0o600)
        symlink(root + "/Bilder/Urlaub", root + "/Bilder/link")
        symlink("/nowhere", root + "/Bilder/broken.png")
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    private func look(_ path: String?, base: String? = nil) -> FileLook {
        FileLook(path: path, base: base, request: 1, purpose: .open)
    }

    @Test func `the type of a listed file depends on its content, not on its name`() throws {
        guard case .folder(let listing) = finder.find(look(nil)) else {
            Issue.record("no folder")
            return
        }
        #expect(listing.path == root + "/Bilder")
        let kinds = Dictionary(uniqueKeysWithValues: listing.entries.map { ($0.name, $0.kind) })
        #expect(
            kinds == [
                "Urlaub": .folder, "link": .folder, "lunch.png": .picture(.png), "lunar.gif": .picture(.gif),
                "notes.png": .other, "pipe.png": .other, "broken.png": .unreadable,
            ])
        #expect(listing.entries.map(\.name).prefix(2) == ["link", "Urlaub"])
    }

    @Test func `a picture file is listed with its size in pixels`() throws {
        guard case .file(let file) = finder.find(look("~/Bilder/../Bilder//./lunch.png")) else {
            Issue.record("no file")
            return
        }
        #expect(file.path == root + "/Bilder/lunch.png" && file.format == .png && file.size == Self.png.count)
        #expect(file.pixels == ChosenFile.Pixels(width: 1200, height: 800))
        #expect(finder.problem(of: file) == nil)
        try Data(Self.png + [0]).write(to: URL(filePath: file.path))
        #expect(finder.problem(of: file) == "lunch.png has changed since you chose it: choose it again")
        try FileManager.default.removeItem(atPath: file.path)
        #expect(finder.problem(of: file) == "lunch.png: no such file or directory")
    }

    @Test(arguments: [
        ("notes.png", "notes.png is not an image"), ("pipe.png", "pipe.png is not an image"),
        ("gone.png", "gone.png: no such file or directory"), ("lunch.png/x", "x: not a directory"),
        ("broken.png", "broken.png: no such file or directory"),
    ])
    func `files that cannot be used are listed with the reason`(path: String, reason: String) {
        #expect(finder.find(look(path, base: root + "/Bilder")) == .failed(reason: reason))
    }

    @Test(arguments: [
        ("~/Bi", "~/Bilder/"), ("~", "~/"), ("lu", "lun"), ("lunc", "lunch.png"), ("./l", "./l"), ("Url", "Urlaub/"),
        ("url", "Urlaub/"), ("~/bil", "~/Bilder/"),
        ("none", "none"), ("/nonexistent/x", "/nonexistent/x"),
    ])
    func `a path is completed as far as it is unambiguous`(typed: String, completed: String) {
        #expect(finder.complete(look(typed, base: root + "/Bilder")) == completed)
    }
}
