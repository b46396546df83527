public import Cards

/// A batch of analytics as it came: what of it is sound, and what is not.
public struct AnalyticsBatch: Hashable, Sendable {
    public var records: [AnalyticsRecord]
    public var refused: [AnalyticsReceipt.Refusal]

    /// Records of one batch, at most.
    public static let mostRecords = 500
    /// One record, in bytes of JSON.
    public static let recordBytes = 16 * 1024

    public init(records: [AnalyticsRecord], refused: [AnalyticsReceipt.Refusal] = []) {
        self.records = records
        self.refused = refused
    }
}
