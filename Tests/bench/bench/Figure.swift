import Foundation

/// A measured figure and the bar that it must meet.
struct Figure {
    var name: String
    var value: Double
    var unit: String
    var bar: Double
    /// Rates must reach their bar; all other figures must not exceed it.
    var higherIsBetter = false
    /// A shell command that measures this figure again.
    var command: String

    var holds: Bool { value.isFinite && (higherIsBetter ? value >= bar : value <= bar) }

    var json: String {
        let shown = value.isFinite ? String(format: "%.4g", value) : "null"
        return """
            {"figure":"\(name)","value":\(shown),"unit":"\(unit)","bar":\(String(format: "%g", bar)),\
            "holds":\(holds),"command":"\(command)"}
            """
    }
}

extension [Double] {
    var median: Double { percentile(50) }

    func percentile(_ percent: Double) -> Double {
        guard !isEmpty else { return .nan }
        let sorted = self.sorted()
        return sorted[Swift.min(sorted.count - 1, Int((Double(sorted.count) * percent / 100).rounded(.down)))]
    }
}
