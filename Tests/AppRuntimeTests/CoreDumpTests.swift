import AppRuntime
import Testing

struct CoreDumpTests {
    @Test(arguments: [("1", false), ("yes", false), ("", true), ("0", true)])
    func `dumps are forbidden unless the variable allows them`(wish: String, isForbidden: Bool) {
        #expect(CoreDumps.forbid(unless: wish) == isForbidden)
    }

    @Test func `without the variable dumps are forbidden`() {
        #expect(CoreDumps.forbid(unless: nil))
    }
}
