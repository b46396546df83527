import CardSources
import Cards

extension FeedCoder {
    package static func encode(_ receipt: UploadReceipt) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in
            writer.member("id", receipt.id.rawValue)
            writer.member("bucket", receipt.bucketID.rawValue)
            writer.member("filename", receipt.filename)
            writer.member("type", receipt.format.mediaType)
            writer.member("size", receipt.size)
        }
        return writer.bytes
    }

    package static func decodeUploadReceipt(_ bytes: [UInt8]) throws(Problem) -> UploadReceipt {
        let object = try WireObject(document: bytes)
        guard let format = FileFormat(mediaType: try object.string("type")) else {
            throw object.failure("type", expected: "the media type of an image")
        }
        return UploadReceipt(
            id: try object.id("id"), bucketID: try object.id("bucket"),
            filename: try object.string("filename"), format: format, size: try object.int("size"))
    }
}
