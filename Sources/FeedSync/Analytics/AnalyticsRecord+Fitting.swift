package import Cards
internal import FeedAPI

extension AnalyticsRecord {
    /// Without what may make it long.
    package var shortened: AnalyticsRecord {
        var record = self
        for (name, value) in properties.members where value.object != nil || value.array != nil {
            record.properties[name] = nil
        }
        return record
    }

    /// As a server takes it (``AnalyticsBatch/recordBytes``): without what makes it long, where it is too long.
    package var fitting: AnalyticsRecord {
        FeedCoder.encode(self).count > AnalyticsBatch.recordBytes ? shortened : self
    }
}
