package import Cards
internal import FeedAPI

extension AnalyticsRecord {
    /// The record without its parts of variable length.
    package var shortened: AnalyticsRecord {
        var record = self
        for (name, value) in properties.members where value.object != nil || value.array != nil {
            record.properties[name] = nil
        }
        return record
    }

    /// The record within the server's limit (``AnalyticsBatch/recordBytes``): shortened if it is too long.
    package var fitting: AnalyticsRecord {
        FeedCoder.encode(self).count > AnalyticsBatch.recordBytes ? shortened : self
    }
}
