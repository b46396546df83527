/// A metric family of Prometheus: a metric with its samples.
struct MetricFamily: Equatable {
    enum Kind: String {
        case counter, gauge, histogram
    }

    struct Label: Hashable {
        var name: String
        var value: String
    }

    struct Sample: Equatable {
        /// The suffix of the metric's name: `_bucket`, `_sum` or `_count` for a histogram, otherwise empty.
        var suffix = ""
        var labels: [Label] = []
        var value: Double
    }

    var name: String
    var help: String
    var kind: Kind
    var samples: [Sample]

    init(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        self.name = name
        self.help = help
        self.kind = kind
        self.samples = samples
    }

    /// A metric with one value.
    init(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        self.init(name, kind, help, [Sample(value: value)])
    }

    init(_ name: String, _ kind: Kind, _ help: String, _ value: Int) { self.init(name, kind, help, Double(value)) }

    /// A metric with a value for each value of one label.
    init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Int)]) {
        self.init(
            name, kind, help,
            values.map { Sample(labels: [Label(name: label, value: $0.0)], value: Double($0.1)) })
    }

    /// One histogram for each value of a label, or a single histogram without a label.
    init(_ name: String, _ help: String, by label: String? = nil, _ histograms: [(String, Histogram)]) {
        self.init(
            name, .histogram, help,
            histograms.flatMap { value, histogram in
                histogram.samples(labels: label.map { [Label(name: $0, value: value)] } ?? [])
            })
    }
}
