import Foundation
import Support

@testable import CardImages

/// An image of sixteen by ten pixels, red at the left and blue at the right, in every format.
enum Fixture {
    static let png = bytes(
        "iVBORw0KGgoAAAANSUhEUgAAABAAAAAKCAIAAAAy3EnLAAAAG0lEQVR4nGP8z4AdMDJgl2HCoR4nGNUwODQAAMtUAhND4TU/AAAAAElFTkSuQmCC"
    )
    static let gif = bytes(
        "R0lGODdhEAAKAIEAAP8AAAAA/wAAAAAAACwAAAAAEAAKAAAIKQABCBwoMIDBgwYJEkSIUOFAhgcdFoQYQCIAihUlYrS4USNFjh89QgwIADs=")
    static let jpeg = bytes(
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j"
            + "q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
            + "pKSkpKSkpKT/wAARCAAKABADASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAU"
            + "AQEAAAAAAAAAAAAAAAAAAAAE/8QAGBEAAgMAAAAAAAAAAAAAAAAAAAVCgcH/2gAMAwEAAhEDEQA/AAAnAmKp1o9lG8P/2Q==")
    static let webp = bytes(
        "UklGRkAAAABXRUJQVlA4IDQAAACQAQCdASoQAAoAAUAmJaACdLoAA5gA/vij//8QI//mwP/0uD8Ef+lwf/pcDh//S4GaAAAA")
    static let webpLossless = bytes("UklGRiYAAABXRUJQVlA4TBkAAAAvD0ACAA8Q87//8x8OxILJ/KV7Q4jof+QAAA==")
    static let webpExtended = bytes(
        "UklGRmQAAABXRUJQVlA4WAoAAAAQAAAADwAACQAAQUxQSAoAAAABB1DAiAhERP8DVlA4IDQAAACQAQCdASoQAAoAAUAmJaACdLoAA5gA/vij"
            + "//8QI//mwP/0uD8Ef+lwf/pcDh//S4GaAAAA")
    static let svg = Array(
        """
        <?xml version="1.0"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="16" height="10">\
        <rect width="8" height="10" fill="#f00"/><rect x="8" width="8" height="10" fill="#00f"/></svg>
        """.utf8)

    static let all = [png, gif, jpeg, webp, webpLossless, webpExtended, svg]

    /// The beginning of a PNG file with any size in its header.
    static func pngHeader(width: UInt32, height: UInt32) -> [UInt8] {
        var start = Array(png[..<16])
        for number in [width, height] {
            for shift in [24, 16, 8, 0] { start.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
        }
        return start + png[24...]
    }

    private static func bytes(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        precondition(LenientBase64.decode(Array(text.utf8)[...], into: &bytes))
        return bytes
    }
}

extension TemporaryDirectory {
    /// Creates an executable shell script with these lines, and returns its path.
    func program(_ lines: String) throws -> String {
        let path = path + "/\(UUID().uuidString)"
        try Data("#!/bin/bash\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }
}

/// Waits for a condition for at most ten seconds. Returns whether it holds.
func eventually(_ condition: () async -> Bool) async -> Bool {
    let clock = ContinuousClock()
    let end = clock.now + .seconds(10)
    while clock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return await condition()
}
