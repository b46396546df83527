import CardImages
import Cards
import Foundation
import Testing

@testable import cardstream

struct DemoPicturesTests {
    private func media(_ edition: DemoCards.Edition) throws -> [Card.Media] {
        let cards = try DemoCards(edition)
        return try (cards.first + cards.later).flatMap { entry in
            try CardBody(json: entry.card).components.compactMap {
                if case .media(let media) = $0 { media } else { nil }
            }
        }
    }

    @Test(arguments: [DemoCards.Edition.living, .gallery])
    func `the demo shows no picture of an external server`(_ edition: DemoCards.Edition) throws {
        let shown = try media(edition).compactMap { media -> String? in
            switch (media.kind, media.layout) {
            case (_, .text): nil
            case (.video, _): media.thumbnailURL
            case (.image, .thumbnail): media.thumbnailURL ?? media.url
            case (.image, _): media.url
            }
        }
        #expect(!shown.isEmpty)
        for address in shown { #expect(DemoPictures.file(address) != nil, "\(address)") }
    }

    @Test func `every picture of the demo can be decoded, in every format`() throws {
        var kinds: Set<ImageHeader.Kind> = []
        for name in [
            "fjord.jpg", "fjord.webp", "dice.png", "globe.gif", "plan.svg", "film.svg", "logo.svg", "compass.svg",
            "leaf.svg", "tick.svg",
        ] {
            let file = try #require(DemoPictures.file(DemoPictures.prefix + name))
            kinds.insert(try ImageHeader(file).kind)
        }
        #expect(kinds == [.png, .jpeg, .gif, .webp, .svg])
        #expect(DemoPictures.file(DemoPictures.prefix + "missing.png") == [])
        #expect(DemoPictures.file("https://example.com/fjord.jpg") == nil)
    }
}
