import Foundation

extension Scenarios {
    /// The cost of layout and drawing for the heaviest cards at 200x60, in a separate program without a terminal.
    func cards(_ report: inout Report) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: cardCost)
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchError("card-cost ended with \(process.terminationStatus)")
        }
        let rows = output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0.count == 4 }
        let all = rows.map { (name: String($0[0]), values: $0.dropFirst().compactMap { Double($0) }) }
        let screens: Set = ["dashboard", "theme"]
        let figures = all.filter { !screens.contains($0.name) }
        guard let dashboard = all.first(where: { $0.name == "dashboard" }),
            let theme = all.first(where: { $0.name == "theme" }),
            let many = figures.first(where: { $0.name == "components-1000" }),
            let images = figures.first(where: { $0.name == "images-20" }),
            let layout = figures.max(by: { $0.values[0] < $1.values[0] }),
            let drawn = figures.max(by: { $0.values[1] < $1.values[1] })
        else { throw BenchError("card-cost printed nothing") }
        // Measured alternately with an ordinary screen, so that a busy machine affects both: a frame must not cost more
        // for a larger card.
        report.add("frame of 1,000 components / of ordinary cards", many.values[2], "times", bar: 4, "cards")
        report.add("frame of 20 image cards", images.values[1], "ms", bar: 16, "cards")
        report.add("first layout of 20 image cards", images.values[0], "ms", bar: 16, "cards")
        report.add("frame of the heaviest card (\(drawn.name))", drawn.values[1], "ms", bar: 16, "cards")
        report.add("frame of a dashboard at 200x60", dashboard.values[1], "ms", bar: 16, "cards")
        report.add("its first frame in another theme", theme.values[1], "ms", bar: 16, "cards")
        report.add("first layout of the heaviest card (\(layout.name))", layout.values[0], "ms", bar: 500, "cards")
    }
}
