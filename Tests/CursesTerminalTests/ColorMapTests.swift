import Canvas
import Testing

@testable import CursesTerminal

@Suite struct ColorMapTests {
    @Test(
        arguments: [
            (ColorSupport.none, Color.rgb(255, 0, 0), -1), (.palette, .default, -1), (.palette, .palette(9), 9),
            (.palette, .rgb(255, 0, 0), 196), (.palette, .rgb(8, 8, 8), 232), (.palette, .rgb(95, 135, 175), 67),
            (.sixteen, .rgb(255, 0, 0), 9), (.sixteen, .palette(12), 12), (.sixteen, .palette(196), 9),
            (.sixteen, .rgb(0, 0, 0), 0),
            (.eight, .palette(12), 4), (.eight, .rgb(0, 255, 0), 2), (.direct, .rgb(1, 2, 3), 0x010203),
            (.direct, .rgb(0, 0, 3), 8), (.direct, .palette(3), 3), (.direct, .palette(196), 0xFF0000),
        ] as [(ColorSupport, Color, Int32)])
    func `colours map to the nearest ones of the terminal`(_ support: ColorSupport, _ color: Color, _ number: Int32) {
        var map = ColorMap(support: support)
        #expect(map.number(color) == number)
        #expect(map.number(color) == number)
    }

    @Test func `bright colours stay those of the user if the terminal description has them`() {
        var map = ColorMap(support: .direct, ownColors: 16)
        #expect(map.number(.palette(12)) == 12 && map.number(.palette(3)) == 3)
        #expect(map.number(.rgb(0, 0, 9)) == 16 && map.number(.rgb(1, 2, 3)) == 0x010203)
    }

    @Test(arguments: [
        (0, ColorSupport.none), (2, .none), (8, .eight), (16, .sixteen), (88, .sixteen), (256, .palette),
        (0x100_0000, .direct),
    ])
    func `the number of colours in the terminal database decides`(_ colors: Int, _ support: ColorSupport) {
        #expect(ColorSupport(colors: colors) == support)
    }
}
