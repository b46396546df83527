import Foundation
import Support
import Testing

/// Images in a real terminal: none where images are off, and a text with the reason where a file is not an image.
@Suite(.serialized)
struct ImageTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The beginning of a PNG file: signature and header.
    private static func png(width: UInt32, height: UInt32) -> [UInt8] {
        let sides = [width, height].flatMap { side in [24, 16, 8, 0].map { UInt8(side >> $0 & 0xFF) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + sides + [
            8, 2, 0, 0, 0,
        ]
    }

    private static let files: [String: [UInt8]] = [
        "/empty": [], "/page": Array("<html><body>Not found</body></html>".utf8),
        "/huge": png(width: 40_000, height: 40_000), "/cut": png(width: 40, height: 40),
    ]

    /// The reason that is shown for each file.
    private static let reasons = [
        "/empty": "the file is empty", "/page": "not a PNG, JPEG, GIF, WebP or SVG file",
        "/huge": "40000 × 40000 pixels are too many", "/cut": "the file is damaged",
    ]

    @Test func `files that are not pictures are replaced by text and reason, and with images off nothing is requested`()
        throws
    {
        let host = try FileHost(Self.files)
        defer { host.stop() }
        let server = try Server(directory: directory.url.appending(path: "server"))
        let images = Self.files.keys.sorted().map { path in
            """
            {"type":"image","url":"\(host.address(path))","alternativeText":"Words for \(path)","action":"none"}
            """
        }
        _ = try server.publish(card: #"{"content":[\#(images.joined(separator: ","))]}"#)
        let tmux = try Tmux(
            directory: directory.url, columns: 100, rows: 50, environment: server.environment())
        try tmux.run("\(Command.cardstream) --images off")
        let told = try tmux.wait("the texts of all images") { screen in
            Self.files.keys.allSatisfy { screen.contains("Words for \($0)") } && screen.contains("live")
        }
        #expect(!told.contains("No image") && host.requests.isEmpty)
        try tmux.press("q")
        try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Words for") }

        try tmux.run(Command.cardstream)
        try tmux.wait("all texts with their reasons") { screen in
            Self.reasons.allSatisfy { screen.contains("Words for \($0)") && screen.contains("No image: \($1)") }
        }
        #expect(host.requests == Set(Self.files.keys))
        try tmux.press("q")
        let left = try tmux.wait("the shell") { $0.contains("READY$") && !$0.contains("Words for") }
        // The responses of tmux to queries must not end up as input of the shell.
        #expect(!left.contains("tmux 3") && !left.contains(";4c"))
    }
}
