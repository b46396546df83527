import FeedAPI
import Testing

@testable import FeedServer

@Suite struct MultipartReaderTests {
    private static let type = "multipart/form-data; boundary=\"b d\""

    private func read(_ body: String, pieces: Int, type: String = Self.type) throws -> [MultipartReader.Event] {
        var reader = try MultipartReader(contentType: type)
        var events: [MultipartReader.Event] = []
        let bytes = Array(body.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            events += try reader.feed(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        #expect(reader.isComplete)
        return events
    }

    private func content(_ events: [MultipartReader.Event]) -> String {
        String(
            decoding: events.flatMap { event -> [UInt8] in if case .data(let bytes) = event { bytes } else { [] } },
            as: UTF8.self)
    }

    @Test(arguments: [1, 2, 3, 7, 1000])
    func `a part is read completely, however the body is split`(pieces: Int) throws {
        let text = "\r\n--b\r\n--b \r\nhello\r\n--b"
        let events = try read(
            "--b d\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a;%22é.png\"\r\nContent-Type: image/PNG; x=y\r\n\r\n"
                + text + "\r\n--b d--\r\n", pieces: pieces)
        #expect(events.first == .part(name: "file", filename: "a;\"é.png", type: "image/png"))
        #expect(events.last == .partEnd)
        #expect(content(events) == text)
    }

    @Test func `a preamble is skipped and an empty part is one`() throws {
        let events = try read(
            "ignore me\r\n--b d\r\nContent-Disposition: form-data; name=file\r\n\r\n\r\n--b d--", pieces: 5)
        #expect(events == [.part(name: "file", filename: nil, type: "text/plain"), .partEnd])
    }

    @Test(arguments: [
        "--b d\r\nContent-Disposition: form-data\r\n\r\n", "--b d\r\nno colon\r\n\r\n", "--b dxx",
    ])
    func `an invalid body is refused with a message`(body: String) throws {
        var reader = try MultipartReader(contentType: Self.type)
        let problem = #expect(throws: Problem.self) { try reader.feed(Array(body.utf8)) }
        #expect(problem?.type == .malformedRequest)
        #expect(!reader.isComplete)
    }

    @Test func `headers without end are refused before they fill the memory`() throws {
        var reader = try MultipartReader(contentType: Self.type)
        _ = try reader.feed(Array("--b d\r\n".utf8))
        #expect(throws: Problem.self) { try reader.feed([UInt8](repeating: 0x78, count: 20_000)) }
    }

    @Test(arguments: [nil, "", "image/png", "multipart/form-data", "multipart/form-data; boundary="])
    func `without a boundary there is nothing to read`(type: String?) {
        #expect(throws: Problem.self) { try MultipartReader(contentType: type) }
    }

    @Test func `the buffered data stays small`() throws {
        var reader = try MultipartReader(contentType: "multipart/form-data; boundary=b")
        _ = try reader.feed(Array("--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n".utf8))
        var count = 0
        for _ in 0..<100 {
            for case .data(let bytes) in try reader.feed([UInt8](repeating: 13, count: 10_000)) { count += bytes.count }
        }
        #expect(count >= 1_000_000 - 10)
    }
}
