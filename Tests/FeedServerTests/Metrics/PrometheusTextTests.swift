import Foundation
import Testing

@testable import FeedServer

@Suite struct PrometheusTextTests {
    private func text(_ families: MetricFamily...) -> String {
        String(decoding: PrometheusText.encode(families), as: UTF8.self)
    }

    @Test func `a metric has its help, its type and its samples`() {
        #expect(
            text(
                MetricFamily("up", .gauge, "Whether it is up.", 1),
                MetricFamily("done_total", .counter, "What is done.", by: "how", [("well", 3), ("badly", 0)])) == """
                    # HELP up Whether it is up.
                    # TYPE up gauge
                    up 1
                    # HELP done_total What is done.
                    # TYPE done_total counter
                    done_total{how="well"} 3
                    done_total{how="badly"} 0

                    """)
    }

    @Test func `characters that would end a line or a label are escaped`() {
        let family = MetricFamily("x", .gauge, "a\\b\nc\"d", by: "l", [("a\\b\nc\"d", 1)])
        #expect(text(family) == "# HELP x a\\\\b\\nc\"d\n# TYPE x gauge\nx{l=\"a\\\\b\\nc\\\"d\"} 1\n")
    }

    @Test func `a metric without samples is left out`() {
        #expect(text(MetricFamily("x", .gauge, "Nothing.", [])) == "")
    }

    @Test(arguments: [
        (0.0, "0"), (-3, "-3"), (0.5, "0.5"), (1e15, "1000000000000000"), (.infinity, "+Inf"), (-.infinity, "-Inf"),
        (.nan, "NaN"), (1e300, "1e+300"),
    ])
    func `numbers are written as Go reads them`(value: Double, expected: String) {
        #expect(PrometheusText.number(value) == expected)
    }

    @Test func `a histogram counts what is below each limit, and all`() {
        var histogram = Histogram()
        for seconds in [0.0005, 0.001, 0.3, 100] { histogram.observe(seconds) }
        histogram.observe(.milliseconds(300))
        let samples = histogram.samples(labels: [])
        func bucket(_ limit: String) -> Double? { samples.first { $0.labels.last?.value == limit }?.value }
        #expect(bucket("0.001") == 2)
        #expect(bucket("0.25") == 2)
        #expect(bucket("0.5") == 4)
        #expect(bucket("10") == 4)
        #expect(bucket("+Inf") == 5)
        #expect(histogram.count == 5 && abs(histogram.sum - 100.6015) < 0.0001)
        #expect(samples.suffix(2).map(\.suffix) == ["_sum", "_count"])
        // In ascending order, as the format requires.
        let counts = samples.dropLast(2).map(\.value)
        #expect(counts == counts.sorted())
    }
}
