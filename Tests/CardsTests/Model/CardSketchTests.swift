import Cards
import Foundation
import Testing

struct CardSketchTests {
    @Test func `a sketch is a valid card`() {
        #expect(CardSketch(title: "rm *.o *.a").json["content"]?.array?.first?["text"] == #"rm \*.o \*.a"#)
        var sketch = CardSketch(title: "Release?")
        #expect(CardValidation.problems(in: sketch.json).isEmpty)
        (sketch.text, sketch.category, sketch.priority) = ("All **fine**", "Ops", 2)
        sketch.buttons = ["Approve", "Not today!"]
        sketch.expiresAt = Date(timeIntervalSince1970: 1_790_000_000)
        #expect(CardValidation.problems(in: sketch.json).isEmpty)
        #expect(sketch.json["expiresAt"] == "2026-09-21T14:13:20.000Z" && sketch.json["priority"] == 2)
        let buttons = sketch.json["content"]?.array?.last?["buttons"]?.array
        #expect(buttons?.map { $0["action"]?["name"] } == ["approve", "not-today"])
    }

    @Test(
        arguments: [
            (["Yes", "No"], nil), ([], nil), (["Yes", "No", "yes!"], .sameName("Yes", "yes!")), (["…"], .nameless("…")),
            (["Ja", "Ñ"], nil),
        ] as [([String], CardSketch.ButtonProblem?)])
    func `an outcome distinguishes the buttons`(labels: [String], problem: CardSketch.ButtonProblem?) {
        #expect(CardSketch.problem(ofButtons: labels) == problem)
    }
}
