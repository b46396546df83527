import Cards
import Testing

@testable import CardStreamCordial

/// Fields of in-app messages as inputs of a card that a server accepts.
@Suite struct InAppFormTests {
    private struct NoMessage: Error {}

    private func body(_ html: String) throws -> CardBody {
        let row: JSONObject = ["message": ["type": "modal"], "content": .string(html)]
        guard let entry = InAppEntry(row: row, id: "m"), let message = InAppMessage(entry) else { throw NoMessage() }
        return InAppCard(message).body
    }

    private func input(_ html: String) throws -> Card.Input {
        for case .input(let input) in try body(html).components { return input }
        throw NoMessage()
    }

    @Test func `a choice without a value stands for none`() throws {
        let input = try input("<select id=s><option value=''>Choose<option value=a>A<option value=b></select>")
        let items = [Card.Input.Choice(value: "a", label: "A"), Card.Input.Choice(value: "b", label: "b")]
        #expect(input.kind == .dropdown(items: items, defaultValue: nil))
    }

    @Test func `of two buttons with the same id, the first is shown`() throws {
        let input = try input("<input type=radio name=g id=a title=A><input type=radio name=g id=a title=B>")
        #expect(input.kind == .radioGroup(items: [Card.Input.Choice(value: "a", label: "A")], defaultValue: nil))
    }

    private static let long = String(repeating: "👩\u{200D}👧", count: 7000)

    @Test(arguments: [
        "<input id=a title='LONG' placeholder='LONG' value='LONG'>", "<textarea id=a>LONG</textarea>",
        "<select id=a><option>LONG<option value=b>LONG</select>", "<label for=a>LONG</label><input id=a>",
        "<input type=radio name='LONG' id=a>LONG", "<input type=radio id='LONG'>", "<input id='LONG'>",
        "<button onclick=\"crdlAction('https://x.y','e')\">LONG</button>",
    ])
    func `any text length in a form results in a valid card`(html: String) throws {
        let card = try body(
            html.split(separator: "LONG", omittingEmptySubsequences: false).joined(separator: Self.long))
        #expect(CardValidation.problems(in: card.encoded()) == [])
    }
}
