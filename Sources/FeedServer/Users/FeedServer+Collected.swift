package import Cards
package import FeedAPI
import FeedStorage

extension FeedServer {
    /// The analytics of an environment, oldest first, up to the size of one response.
    package func analytics(environment: EnvironmentID) async throws(Problem) -> [AnalyticsRecord] {
        var records: [AnalyticsRecord] = []
        for line in try await service.recordLines(.analytics, environment: environment, RecordQuery()) {
            records.append(try FeedCoder.decodeAnalyticsLine(line).content)
        }
        return records
    }
}
