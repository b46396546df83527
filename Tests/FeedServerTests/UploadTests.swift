import Cards
import FeedAPI
import FeedServer
import Foundation
import Support
import Testing

@Suite struct UploadTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    static func picture(_ size: Int) -> [UInt8] {
        png + (0..<max(0, size - png.count)).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    static func body() -> CardBody {
        makeBody(components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
                ])),
        ])
    }

    private func target(_ card: CardID, bucket: String = "receipts", key: String = UUID().uuidString) -> UploadTarget {
        UploadTarget(key: ActionKey(key), streamID: "ops", cardID: card, bucketID: BucketID(bucket))
    }

    private func send(
        _ bytes: [UInt8], _ target: UploadTarget, type: String = "image/png", name: String = "a b.png",
        _ credentials: FeedCredentials, port: UInt16
    ) async throws -> RawClient.Answer {
        let client = try await RawClient(port: port)
        let form =
            Array(
                "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n\r\n"
                    .utf8) + bytes + Array("\r\n--xyz--\r\n".utf8)
        return try await client.request(
            .upload(target), credentials, headers: [("Content-Type", "multipart/form-data; boundary=xyz")], body: form)
    }

    private func files(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: directory + "/uploads")) ?? []
    }

    @Test func `a file is stored, submitted and read by the publisher, byte for byte`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        let bytes = Self.picture(300_000)
        try await test.listening { port in
            let answer = try await send(bytes, target(card), name: "../../é %22x%22.png", viewer, port: port)
            #expect(answer.status == 201)
            let receipt = try FeedCoder.decodeUploadReceipt(answer.body)
            #expect(receipt.filename == "é \"x\".png" && receipt.size == bytes.count && receipt.format == .png)
            let path = directory + "/uploads/" + receipt.id.rawValue
            #expect(try Data(contentsOf: URL(filePath: path)) == Data(bytes))
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

            let client = try await RawClient(port: port)
            let publisher = test.keys.publisherCredentials
            #expect(try await client.request(.uploaded(receipt.id), publisher).status == 404)
            _ = try await test.act(.submit(buttonName: "send", values: ["photo": receipt.value]), on: card)
            let read = try await client.request(.uploaded(receipt.id), publisher)
            #expect(read.status == 200 && read.body == bytes)
            #expect(read.headers["content-type"] == "image/png")
            #expect(read.headers["content-disposition"] == "attachment; filename*=UTF-8''%C3%A9%20%22x%22.png")
            #expect(try await client.request(.uploaded(receipt.id), viewer).status == 403)
        }
    }

    @Test func `the same key stores one file, another file under it is refused`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        let target = target(card, key: "k1")
        try await test.listening { port in
            let first = try await send(Self.picture(5000), target, viewer, port: port)
            let again = try await send(Self.picture(5000), target, viewer, port: port)
            #expect(again.status == 201 && first.body == again.body)
            #expect(files(directory).count == 1)
            #expect(try await send(Self.picture(5001), target, viewer, port: port).problem?.type == .keyReused)
            #expect(files(directory).count == 1)
        }
    }

    @Test func `a forbidden upload is refused with the reason and leaves no file`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var limits = ServerLimits()
        limits.uploadBytes = 10_000
        let test = try await TestServer(directory: directory, limits: limits)
        let card = try await test.publish(Self.body())
        let other = try await test.publish(Self.body(), to: ["bob"])
        let closed = try await test.publish(Self.body())
        _ = try await test.act(.dismiss, on: closed)
        let plain = try await test.publish()
        let viewer = try await test.viewer()
        try await test.listening { port in
            func refusal(_ size: Int, _ target: UploadTarget, type: String = "image/png") async throws -> ProblemType? {
                try await send(Self.picture(size), target, type: type, viewer, port: port).problem?.type
            }
            #expect(try await refusal(10, target(card, bucket: "secrets")) == .unknownBucket)
            #expect(try await refusal(10, target(plain)) == .unknownBucket)
            #expect(try await refusal(10, target(other)) == .unknownCard)
            #expect(try await refusal(10, target(closed)) == .cardClosed)
            #expect(try await refusal(10, target(card), type: "image/jpeg") == .unsupportedType)
            #expect(try await refusal(10, target(card), type: "text/html") == .unsupportedType)
            #expect(try await refusal(10_001, target(card)) == .tooLarge)
            #expect(try await refusal(100_000, target(card)) == .tooLarge)
            let text = try await send(Array("<script>".utf8), target(card), viewer, port: port)
            #expect(text.status == 415 && text.problem?.type == .unsupportedType)
            let publisher = try await send(
                Self.picture(10), target(card), test.keys.publisherCredentials, port: port)
            #expect(publisher.status == 403)
            #expect(files(directory).isEmpty)
            #expect(try await send(Self.picture(10_000), target(card), viewer, port: port).status == 201)
        }
    }

    @Test func `a body that ends early leaves no file`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        try await test.listening { port in
            let client = try await RawClient(port: port)
            let route = FeedRoute.upload(target(card))
            var head = "POST \(route.target) HTTP/1.1\r\nHost: t\r\nContent-Length: 100000\r\n"
            head += "Content-Type: multipart/form-data; boundary=xyz\r\n"
            for header in viewer.headers { head += "\(header.name): \(header.value)\r\n" }
            head += "\r\n--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n"
            try await client.send(Array((head + "Content-Type: image/png\r\n\r\n").utf8) + Self.picture(5000))
            try await eventually("the file is begun") { files(directory).count == 1 }
            try client.close()
            try await eventually("the file is gone") { files(directory).isEmpty }
        }
    }

    @Test func `a full disk is reported before the upload begins`() async throws {
        var limits = ServerLimits()
        limits.uploadReserveBytes = .max / 2
        let test = try await TestServer(limits: limits)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        try await test.listening { port in
            let answer = try await send(Self.picture(100), target(card), viewer, port: port)
            #expect(answer.status == 507 && answer.problem?.type == .storageFull)
            #expect(answer.headers["retry-after"] != nil)
        }
    }

    @Test func `a submit accepts only files of its user, card and bucket`() async throws {
        let test = try await TestServer()
        let (card, other) = (try await test.publish(Self.body()), try await test.publish(Self.body()))
        let viewer = try await test.viewer()
        try await test.listening { port in
            let answer = try await send(Self.picture(100), target(other), viewer, port: port)
            let receipt = try FeedCoder.decodeUploadReceipt(answer.body)
            for value in [receipt.value, ["filename": "a"], "a.png"] as [JSONValue] {
                let refusal = await problem {
                    try await test.act(.submit(buttonName: "send", values: ["photo": value]), on: card)
                }
                #expect(refusal?.type == .badAction && refusal?.pointer == "/values/photo")
            }
            _ = try await test.act(.submit(buttonName: "send", values: ["photo": receipt.value]), on: other)
            // Without a file there is nothing to claim.
            _ = try await test.act(.submit(buttonName: "send", values: [:]), on: card)
        }
    }

    @Test func `a file that is not submitted is deleted after a day, a submitted one stays`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        try await test.listening { port in
            let kept = try FeedCoder.decodeUploadReceipt(
                try await send(Self.picture(100), target(card), viewer, port: port).body)
            _ = try await send(Self.picture(200), target(card), viewer, port: port)
            _ = try await test.act(.submit(buttonName: "send", values: ["photo": kept.value]), on: card)
            test.clock.advance(by: 86_399)
            #expect(files(directory).count == 2)
            test.clock.advance(by: 2)
            try await eventually("the orphan is gone") { files(directory) == [kept.id.rawValue] }
        }
    }

    @Test func `uploading a file again restarts its day`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let test = try await TestServer(directory: directory)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        try await test.listening { port in
            let target = target(card)
            let first = try FeedCoder.decodeUploadReceipt(
                try await send(Self.picture(100), target, viewer, port: port).body)
            _ = try await send(Self.picture(200), self.target(card), viewer, port: port)
            test.clock.advance(by: 50_000)
            // With a token that is valid at this time.
            let again = try FeedCoder.decodeUploadReceipt(
                try await send(Self.picture(100), target, try await test.viewer(), port: port).body)
            #expect(again.id == first.id)
            test.clock.advance(by: 50_000)
            try await eventually("the other one is gone") { files(directory) == [first.id.rawValue] }
            _ = try await test.act(.submit(buttonName: "send", values: ["photo": again.value]), on: card)
        }
    }

    @Test func `the number of a user's waiting files is limited`() async throws {
        var limits = ServerLimits()
        limits.uploadsPerUser = 2
        let test = try await TestServer(limits: limits)
        let card = try await test.publish(Self.body())
        let viewer = try await test.viewer()
        try await test.listening { port in
            var statuses: [Int] = []
            for size in [50, 60, 70] {
                statuses.append(try await send(Self.picture(size), target(card), viewer, port: port).status)
            }
            #expect(statuses == [201, 201, 429])
        }
    }

    @Test func `a starting server removes unknown files`() async throws {
        let directory = temporaryDirectory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        try FileManager.default.createDirectory(
            atPath: directory + "/uploads", withIntermediateDirectories: true)
        try Data(Self.png).write(to: URL(filePath: directory + "/uploads/half"))
        let test = try await TestServer(directory: directory)
        await test.server.startClock()
        try await eventually("the file is gone") { files(directory).isEmpty }
        await test.server.stop()
    }

    @Test func `an in-process client uploads files as well`() async throws {
        let test = try await TestServer()
        let card = try await test.publish(Self.body())
        let path = NSTemporaryDirectory() + "upload-\(UUID().uuidString).png"
        let bytes = Self.picture(200_000)
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = UploadFile(path: path, filename: "a.png", format: .png, size: bytes.count)
        let receipt = try await test.client().upload(target(card), file) { #expect($0 <= bytes.count) }
        #expect(receipt.size == bytes.count && receipt.bucketID == "receipts")
        var changed = file
        changed.size += 1
        await #expect(throws: FeedError.file("the file has changed since it was chosen")) {
            try await test.client().upload(target(card), changed) { _ in }
        }
        #expect(
            await problem { try await test.client().upload(target(card, bucket: "x"), file) { _ in } }?.type
                == .unknownBucket)
        await test.server.stop()
    }
}
