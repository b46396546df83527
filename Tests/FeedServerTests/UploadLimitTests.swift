import Cards
import FeedAPI
import FeedEngine
import Foundation
import Glibc
import Support
import Testing

@testable import FeedServer

/// Limits also hold for concurrent uploads.
@Suite struct UploadLimitTests {
    private static let picture = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 100)

    private struct Rig {
        let test: TestServer
        let card: CardID
        let viewer: Viewer
        let part: UploadedPart

        func target(_ key: String) -> UploadTarget {
            UploadTarget(key: ActionKey(key), streamID: "ops", cardID: card, bucketID: "photos")
        }

        /// Uploads a small picture. `meanwhile` runs while the upload is in progress.
        func upload(
            _ key: String, meanwhile: nonisolated(nonsending) () async throws -> Void = {}
        ) async throws -> ProblemType? {
            var pieces = [UploadLimitTests.picture]
            do {
                _ = try await test.server.service.upload(target(key), viewer: viewer, part: part, size: 108) {
                    if !pieces.isEmpty { try await meanwhile() }
                    return pieces.popLast()
                }
                return nil
            } catch let problem as Problem { return problem.type }
        }
    }

    private func rig(uploadsPerUser: Int) async throws -> Rig {
        var limits = ServerLimits()
        limits.uploadsPerUser = uploadsPerUser
        let test = try await TestServer(limits: limits)
        let photo = Card.Input(name: "photo", kind: .fileUpload(bucketID: "photos", allowedTypes: .staticImage))
        let card = try await test.publish(CardBody(components: [.input(photo)]))
        return Rig(
            test: test, card: card, viewer: Viewer(environment: test.keys.environment, user: "ana"),
            part: try UploadedPart(filename: "a.png", type: "image/png"))
    }

    @Test func `two concurrent uploads do not exceed the limit together`() async throws {
        let rig = try await rig(uploadsPerUser: 1)
        var second: ProblemType?
        let first = try await rig.upload("a") { second = try await rig.upload("b") }
        #expect(first == nil)
        #expect(second == .tooManyRequests)
        await rig.test.server.stop()
    }

    @Test func `a failed upload frees its place, and a repeated one takes none`() async throws {
        let rig = try await rig(uploadsPerUser: 1)
        struct Lost: Error {}
        await #expect(throws: Lost.self) { _ = try await rig.upload("a") { throw Lost() } }
        var again: ProblemType? = .internalError
        #expect(try await rig.upload("b") { again = try await rig.upload("b") } == nil)
        #expect(again == nil)
        #expect(try await rig.upload("c") == .tooManyRequests)
        await rig.test.server.stop()
    }
}
