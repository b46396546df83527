import Cards
import FeedAPI
import FeedEngine
import FeedStorage
import Foundation
import Support
import Testing

/// Uploaded files, in every storage.
@Suite struct UploadContractTests {
    private static let target = UploadTarget(key: "u", streamID: "ops", cardID: "c1", bucketID: "receipts")

    private static let form = CardBody(
        components: [
            .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "receipts", allowedTypes: .staticImage))),
            .buttons(
                Card.ButtonContainer(buttons: [
                    Card.Button(text: "Send", action: .submit(Card.ButtonAction.Submission(buttonName: "send")))
                ])),
        ])

    private func receive(_ text: String, _ rig: Rig) async throws -> UploadReceipt {
        let files = rig.storage.files
        let id = try await files.begin(size: text.utf8.count)
        try await files.append(Array(text.utf8), to: id)
        try await files.finish(id)
        return UploadReceipt(id: id, bucketID: "receipts", filename: "a.png", format: .png, size: text.utf8.count)
    }

    private func content(_ id: UploadID, _ rig: Rig) async throws -> String? {
        let content: any FileContent
        do { content = try await rig.storage.files.open(id) } catch { return nil }
        var bytes: [UInt8] = []
        for _ in 0..<2 { bytes += try await content.read(atMost: 3) }
        await content.close()
        return String(decoding: bytes, as: UTF8.self)
    }

    @discardableResult
    private func keep(
        _ receipt: UploadReceipt, fingerprint: String = "f", at seconds: Double = 0, _ rig: Rig
    ) async throws -> UploadReceipt {
        try await rig.storage.run(
            KeepUpload(
                receipt, for: Self.target, fingerprint: fingerprint, by: Rig.ana, now: .fixed(seconds))
        ).reply
    }

    private func submit(_ upload: UploadID, key: ActionKey = "k", _ rig: Rig) async throws {
        let values: JSONObject = ["photo": ["id": .string(upload.rawValue)]]
        try await rig.act(.submit(buttonName: "send", values: values), on: "c1", key: key, at: 1)
    }

    @Test(arguments: StorageKind.allCases)
    func `a file is kept once, and read once a submit has named it`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], Self.form)
        let receipt = try await receive("abcdef", rig)
        #expect(try await keep(receipt, rig) == receipt)
        let second = try await receive("abcdef", rig)
        #expect(try await keep(second, at: 3, rig) == receipt)
        await rig.storage.files.discard(second.id)
        #expect(try await content(second.id, rig) == nil)
        #expect(try await problem { try await keep(second, fingerprint: "other", rig) } == .keyReused)
        #expect(try await rig.storage.deadlines().upload == .fixed(3))

        #expect(try await rig.storage.upload(receipt.id, in: Rig.environment) == nil)
        try await submit(receipt.id, rig)
        let stored = try #require(try await rig.storage.upload(receipt.id, in: Rig.environment))
        #expect(stored.receipt == receipt && stored.cardID == "c1")
        #expect(stored.submittedAt == Date.fixed(1).milliseconds)
        #expect(try await rig.storage.upload(receipt.id, in: "other") == nil)
        #expect(try await content(receipt.id, rig) == "abcdef")
        #expect(try await rig.storage.deadlines().upload == nil)
        try await rig.storage.forgetUploads(before: .fixed(1000))
        #expect(try await content(receipt.id, rig) == "abcdef")
    }

    /// A caller that does not know whether a file was kept discards it.
    @Test(arguments: StorageKind.allCases)
    func `a file that is kept is not discarded`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], Self.form)
        let receipt = try await receive("abcdef", rig)
        try await keep(receipt, rig)
        await rig.storage.files.discard(receipt.id)
        #expect(try await content(receipt.id, rig) == "abcdef")
    }

    @Test(arguments: StorageKind.allCases)
    func `a file that no submit names is deleted with its content`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], Self.form)
        let receipt = try await receive("abcdef", rig)
        try await keep(receipt, at: 10, rig)
        try await rig.storage.forgetUploads(before: .fixed(9))
        #expect(try await content(receipt.id, rig) == "abcdef")
        try await rig.storage.forgetUploads(before: .fixed(10))
        #expect(try await content(receipt.id, rig) == nil)
        #expect(try await problem { try await submit(receipt.id, rig) } == .badAction)
        #expect(try await rig.storage.deadlines() == FeedDeadlines())
    }

    @Test(arguments: StorageKind.allCases)
    func `contents without an upload are deleted, those in progress stay`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], Self.form)
        let receipt = try await receive("abcdef", rig)
        try await keep(receipt, rig)
        let underWay = try await receive("ghijkl", rig)
        try await rig.act(.dismiss, on: "c1")
        try await rig.storage.removeStrayFiles()
        #expect(try await content(receipt.id, rig) == "abcdef")
        _ = try await rig.storage.compact(before: .fixed(100), limit: 9)
        try await rig.storage.removeStrayFiles()
        #expect(try await content(receipt.id, rig) == nil)
        #expect(try await content(underWay.id, rig) == "ghijkl")
        await rig.storage.files.discard(underWay.id)
    }

    @Test(arguments: StorageKind.allCases)
    func `the number of a user's waiting files is limited`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        try await rig.publish(["c1"], Self.form)
        func admit(_ key: ActionKey, beside others: Set<ActionKey> = []) async throws -> ProblemType? {
            var target = Self.target
            target.key = key
            let command = AdmitUpload(target, by: Rig.ana, beside: others, limit: 2)
            return try await problem { try await rig.storage.run(command) }
        }
        try await keep(try await receive("abcdef", rig), rig)
        #expect(try await admit("v") == nil)
        #expect(try await admit("v", beside: ["u", "v"]) == nil)
        #expect(try await admit("v", beside: ["w"]) == .tooManyRequests)
        // The same file does not count twice.
        #expect(try await admit("u", beside: ["w"]) == nil)
        var elsewhere = Self.target
        elsewhere.bucketID = "other"
        let command = AdmitUpload(elsewhere, by: Rig.ana, limit: 2)
        #expect(try await problem { try await rig.storage.run(command) } == .unknownBucket)
    }

    @Test(arguments: StorageKind.allCases)
    func `reading past the end of a content fails`(kind: StorageKind) async throws {
        let rig = try Rig(kind)
        let receipt = try await receive("abc", rig)
        let content = try await rig.storage.files.open(receipt.id)
        #expect(try await content.read(atMost: 10) == Array("abc".utf8))
        await #expect(throws: (any Error).self) { try await content.read(atMost: 10) }
        await content.close()
        await rig.storage.files.discard(receipt.id)
    }
}
