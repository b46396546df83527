import Cards
import FeedAPI

extension CardBody {
    /// The file inputs of all layouts, with their buckets.
    var fileInputs: [(name: String, bucketID: BucketID)] {
        ([components] + subviews.values.map(\.components)).joined().compactMap { component in
            guard case .input(let input) = component, case .fileUpload(let bucket, let types) = input.kind,
                types != .none, let bucketID = BucketID(bucket)
            else { return nil }
            return (input.name, bucketID)
        }
    }
}
