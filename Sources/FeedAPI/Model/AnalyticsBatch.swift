public import Cards

/// A received batch of analytics, split into valid and refused records.
public struct AnalyticsBatch: Hashable, Sendable {
    public var records: [AnalyticsRecord]
    public var refused: [AnalyticsReceipt.Refusal]

    /// The maximum number of records in a batch.
    public static let mostRecords = 500
    /// The maximum size of a record in bytes of JSON.
    public static let recordBytes = 16 * 1024

    public init(records: [AnalyticsRecord], refused: [AnalyticsReceipt.Refusal] = []) {
        self.records = records
        self.refused = refused
    }
}
