import CardSources
import Cards

import struct Foundation.Data
import class Foundation.FileManager
import struct Foundation.URL
import struct Foundation.UUID

/// Rules about files for the file inputs of cards.
extension SourceContract {
    static let fileRules: [Rule] = [
        rule("a file is accepted, and the receipt names it") { run in
            let card = try await run.publishWithFileInput()
            try await run.withPicture { file in
                let target = try run.target(card)
                let receipt = try await run.source.send(file, to: target) { _ in }
                try run.expect(
                    receipt.bucketID == target.bucketID && receipt.filename == file.filename
                        && receipt.format == file.format && receipt.size == file.size, "the receipt is \(receipt)")
                let submit = CardResponse.submit(buttonName: "yes", values: ["photo": receipt.value])
                let status = try await run.perform(submit, card).status
                try run.expect(status == .completed, "the status of the card after a submit with the file is \(status)")
            }
        },
        rule("a file that is sent twice is stored once") { run in
            let card = try await run.publishWithFileInput()
            try await run.withPicture { file in
                let target = try run.target(card)
                let receipt = try await run.source.send(file, to: target) { _ in }
                let second = try await run.source.send(file, to: target) { _ in }
                try run.expect(second == receipt, "the second receipt is \(second)")
            }
        },
        rule("a file for an unknown card or bucket is refused") { run in
            let card = try await run.publishWithFileInput()
            let unknown = try run.unwrap(CardID(rawValue: "no-such-card"), "the id is not valid")
            try await run.withPicture { file in
                for target in [try run.target(unknown), try run.target(card, bucket: "no-such-bucket")] {
                    _ = try await run.refusal("a file for card \(target.cardID), bucket \(target.bucketID)") {
                        _ = try await run.source.send(file, to: target) { _ in }
                    }
                }
            }
        },
    ]

    private static func rule(_ name: String, _ body: @escaping @Sendable (RuleRun) async throws -> Void) -> Rule {
        Rule(name, concerns: { $0.acceptsFiles && $0.actions.contains(.submit) }, body)
    }
}

extension RuleRun {
    fileprivate func publishWithFileInput() async throws -> CardID {
        try await fixture.publish(
            CardBody(components: [
                .headline(Card.Headline(text: "A photo")),
                .input(Card.Input(name: "photo", kind: .fileUpload(bucketID: "contract", allowedTypes: .staticImage))),
                .buttons(
                    Card.ButtonContainer(buttons: [
                        Card.Button(text: "Yes", action: .submit(Card.ButtonAction.Submission(buttonName: "yes")))
                    ])),
            ]))
    }

    fileprivate func target(_ card: CardID, bucket: String = "contract") throws -> UploadTarget {
        UploadTarget(
            key: try unwrap(ActionKey(rawValue: UUID().uuidString), "the key is not valid"), streamID: stream,
            cardID: card,
            bucketID: try unwrap(BucketID(rawValue: bucket), "the bucket is not valid"))
    }

    /// Calls `body` with a small picture in the temporary folder.
    fileprivate func withPicture(_ body: (UploadFile) async throws -> Void) async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "source-contract-\(UUID().uuidString).png")
        try Data(Self.picture).write(to: url)
        // Ignore errors: the system empties its temporary folder.
        defer { try? FileManager.default.removeItem(at: url) }
        try await body(UploadFile(path: url.path, filename: "photo.png", format: .png, size: Self.picture.count))
    }

    /// A transparent PNG of one pixel.
    private static let picture: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00,
        0x00, 0x01, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0x1F, 0x15, 0xC4, 0x89, 0x00, 0x00, 0x00,
        0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0xDA, 0x63, 0x64, 0x60, 0xF8, 0x5F, 0x0F, 0x00, 0x02, 0x87, 0x01, 0x80,
        0xEB, 0x47, 0xBA, 0x92, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
    ]
}
