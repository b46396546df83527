package import Cards
package import FeedAPI

extension FeedServer {
    /// What viewers told of their users, oldest first: as much of it as an answer to a publisher has.
    package func analytics(environment: EnvironmentID) async throws(Problem) -> [AnalyticsRecord] {
        var records: [AnalyticsRecord] = []
        for line in try await service.log.records(.analytics, environment: environment, RecordQuery()) {
            records.append(try FeedCoder.decodeAnalyticsLine(line).content)
        }
        return records
    }
}
