import AppRuntime
import Canvas
import CursesTerminal
import Testing

@testable import cardstream

/// The checks of `doctor` for images.
struct PictureCheckTests {
    @Test func `a missing program causes a warning that names its package`() {
        #expect(
            DoctorChecks.chafa(nil, version: nil)
                == Check("chafa", .warn, "not installed: images are shown as text; install the package chafa"))
        #expect(DoctorChecks.chafa("/usr/bin/chafa", version: nil).state == .warn)
        #expect(DoctorChecks.chafa("/usr/bin/chafa", version: "1.2") == Check("chafa", .ok, "1.2"))
        #expect(
            DoctorChecks.cjpeg(nil).state == .warn && DoctorChecks.cjpeg(nil).detail.contains("libjpeg-turbo-progs"))
        #expect(DoctorChecks.cjpeg("/usr/bin/cjpeg") == Check("cjpeg", .ok, "/usr/bin/cjpeg"))
    }

    @Test(
        arguments: [
            (GraphicsProtocol.kitty, "kitty's graphics protocol, in cells of 9x18 pixels: as it said"),
            (.sixel, "sixels, in cells of 9x18 pixels: as it said"), (.symbols, "coloured characters: as it said"),
            (nil, "shown as text: as it said"),
        ] as [(GraphicsProtocol?, String)])
    func `the method of drawing images is reported with the reason`(_ method: GraphicsProtocol?, _ detail: String) {
        let support = PictureSupport(method: method, cellPixels: Size(columns: 9, rows: 18))
        #expect(DoctorChecks.images(support, reason: "as it said") == Check("images", .ok, detail))
    }

    @Test func `each setting is a choice of the terminal`() {
        let choices = Config.Images.allCases.map { PictureChoice($0) }
        #expect(choices == [.ask, .only(.kitty), .only(.sixel), .only(.symbols), .off])
    }
}
