/// A histogram of durations with fixed buckets. Recording a duration takes the same time, however many were recorded.
struct Histogram: Equatable {
    /// The upper bounds of the buckets in seconds, ascending. The last bucket has no upper bound.
    static let limits = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private var counts = [Int](repeating: 0, count: Self.limits.count + 1)
    private(set) var sum = 0.0

    /// The number of recorded durations.
    var count: Int { counts.reduce(0, +) }

    mutating func observe(_ seconds: Double) {
        counts[Self.limits.firstIndex { seconds <= $0 } ?? Self.limits.count] += 1
        sum += seconds
    }

    mutating func observe(_ duration: Duration) { observe(duration / .seconds(1)) }

    /// The buckets are cumulative: each one includes the counts of the smaller ones.
    func samples(labels: [MetricFamily.Label]) -> [MetricFamily.Sample] {
        var total = 0
        var samples: [MetricFamily.Sample] = []
        for (limit, count) in zip(Self.limits.map(PrometheusText.number) + ["+Inf"], counts) {
            total += count
            samples.append(
                MetricFamily.Sample(
                    suffix: "_bucket", labels: labels + [MetricFamily.Label(name: "le", value: limit)],
                    value: Double(total)))
        }
        samples.append(MetricFamily.Sample(suffix: "_sum", labels: labels, value: sum))
        samples.append(MetricFamily.Sample(suffix: "_count", labels: labels, value: Double(total)))
        return samples
    }
}
