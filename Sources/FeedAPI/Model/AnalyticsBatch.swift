package import Cards

/// A received batch of analytics, split into valid and refused records.
package struct AnalyticsBatch: Hashable, Sendable {
    package var records: [AnalyticsRecord]
    package var refused: [AnalyticsReceipt.Refusal]

    /// The maximum number of records in a batch.
    package static let mostRecords = 500
    /// The maximum size of a record in bytes of JSON.
    package static let recordBytes = 16 * 1024

    package init(records: [AnalyticsRecord], refused: [AnalyticsReceipt.Refusal] = []) {
        self.records = records
        self.refused = refused
    }
}
