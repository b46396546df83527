import Canvas
import Foundation
import Testing

@testable import CardImages

/// The real programs, confined.
struct JPEGConverterTests {
    private let converter = JPEGConverter(path: "/usr/local/bin:/usr/bin:/bin")

    /// Symbols: file-convert
    @Test func `every format becomes a JPEG of about its size`() async throws {
        for bytes in [Fixture.gif, Fixture.webp, Fixture.webpExtended, Fixture.svg] {
            let jpeg = try await converter.convert(bytes)
            let header = try ImageHeader(jpeg)
            #expect(header.kind == .jpeg && header.width == 16 && (8...16).contains(header.height))
            // The decoder can read the written file.
            _ = try await ImageDecoder(path: "/usr/bin:/bin").decode(
                jpeg, to: ImageDecoder.Target(box: .init(columns: 4, rows: 4), form: .symbols(.direct)))
        }
    }

    @Test func `a damaged file is refused with a message`() async {
        await #expect(throws: ImageProblem.wrongType) { try await converter.convert(Array("GIF".utf8)) }
        await #expect(throws: ImageProblem.unreadable) {
            try await converter.convert(Array(Fixture.gif.prefix(14)))
        }
    }

    @Test func `a missing program is named with its package`() async throws {
        let problem = await #expect(throws: ImageProblem.self) {
            try await JPEGConverter(path: "/nonexistent").convert(Fixture.gif)
        }
        #expect(problem?.explanation.contains("libjpeg-turbo-progs") == true)
    }
}
