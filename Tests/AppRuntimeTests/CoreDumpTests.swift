import AppRuntime
import Testing

struct CoreDumpTests {
    @Test(arguments: [("1", false), ("yes", false), ("", true), ("0", true)])
    func `core dumps are disabled unless the variable enables them`(wish: String, isForbidden: Bool) {
        #expect(CoreDumps.forbid(unless: wish) == isForbidden)
    }

    @Test func `without the variable, core dumps are disabled`() {
        #expect(CoreDumps.forbid(unless: nil))
    }
}
