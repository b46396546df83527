import Cards
import Testing
import ViewModels

@testable import CardStreamUI

struct ContainerValuesTests {
    @Test func `every text of a container is there, with its default`() {
        #expect(Set(ContainerText.allCases.map(\.rawValue)) == Set(CustomString.allCases.map(\.rawValue)))
        #expect(ContainerText.allCases.count == 24)
        for text in ContainerText.allCases { #expect(text.standard == CustomString(rawValue: text.rawValue)?.standard) }
        #expect(ContainerText.snoozeTitle.standard == "Remind me")
    }

    @Test func `a configuration of its own changes nothing`() {
        #expect(ContainerConfiguration().options == ContainerOptions())
    }

    @Test func `every setting reaches the views`() {
        var configuration = ContainerConfiguration()
        configuration.texts = [.dismissTitle: "Away"]
        configuration.showsToasts = false
        configuration.showsHeader = false
        configuration.actionButton = "Do"
        configuration.headerLines = ["one"]
        configuration.maxWidth = .fixed(0, .trailing)
        configuration.cardWidth = 0
        configuration.titleAlignment = .leading
        configuration.emptyStyle = .shrink
        configuration.scrollMode = .free
        configuration.loneCard = .fill
        configuration.modalPosition = .bottom(2)
        configuration.loadsNext = true
        configuration.variableTimeout = -1
        let options = configuration.options
        #expect(options.strings[.dismissTitle] == "Away")
        #expect(options.elements == .footerMessage)
        #expect(options.presentation == .withActionButton("Do"))
        #expect(options.customHeader == .lines(["one"]))
        #expect(options.maxWidth == .fixed(1, .trailing))
        #expect(options.cardWidth == 1)
        #expect(options.titleAlignment == .leading && options.emptyStyle == .shrink)
        #expect(options.scrollMode == .free && options.loneCard == .fill)
        #expect(options.modalPosition == .bottom(2))
        #expect(options.loadsNext)
        #expect(options.variableTimeout == 0)
    }

    @Test(arguments: [
        (4, "ctrl-d"), (9, "tab"), (10, "enter"), (13, "enter"), (27, "escape"), (127, "backspace"), (106, "j"),
        (71, "G"), (32, "space"), (228, "ä"), (258, "down"), (259, "up"), (330, "delete"), (265, "f1"),
        (353, "backtab"),
    ])
    func `keys come from curses by their codes`(code: Int32, name: String) {
        #expect(ContainerKey(curses: code) == ContainerKey(name))
        #expect(ContainerKey(curses: code)?.description == name)
    }

    @Test func `what is no key is none`() {
        // KEY_RESIZE, KEY_MOUSE, ERR.
        for code: Int32 in [410, 409, -1, 0] { #expect(ContainerKey(curses: code) == nil) }
        #expect(ContainerKey(curses: 0x1F600, isCode: false)?.description == "😀")
        #expect(ContainerKey("no-such-key") == nil)
    }
}
