package import Cards
package import FeedAPI
import FeedStorage

extension FeedServer {
    /// What viewers told of their users, oldest first: as much of it as an answer to a publisher has.
    package func analytics(environment: EnvironmentID) async throws(Problem) -> [AnalyticsRecord] {
        var records: [AnalyticsRecord] = []
        for line in try await service.recordLines(.analytics, environment: environment, RecordQuery()) {
            records.append(try FeedCoder.decodeAnalyticsLine(line).content)
        }
        return records
    }
}
