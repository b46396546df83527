import Canvas
import CardUI
import Cards
import Foundation
import Support
import Testing
import Theming
import ViewModels

/// What the user does with cards, and what is to be seen of it, as pictures.
struct DoingPictureTests {
    static let sizes = [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)]

    @Test(arguments: sizes)
    func `the time left to undo stands where toasts do`(size: Size) throws {
        var state = Scene.many.state(size)
        state.undoWindow.length = 5
        _ = update(&state, .responseSettled(Fixture.expense.id, .dismiss, .queued, at: .fixed))
        let (surface, _) = draw(&state, theme: try ThemeLoader.load("dark", depth: .ansi16).0)
        try expectPicture(surface, named: "undo.\(size.columns)x\(size.rows)")
    }
}
