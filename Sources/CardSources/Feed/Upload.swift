public import Cards

/// The destination of an upload: a bucket named by a file input of an open card.
public struct UploadTarget: Hashable, Sendable {
    /// Created before the first attempt, like the key of an action: a repeated upload with this key stores the file
    /// once.
    public var key: ActionKey
    /// The stream of the card.
    public var streamID: StreamID
    /// The card with the file input.
    public var cardID: CardID
    /// The bucket named by the input.
    public var bucketID: BucketID

    /// Creates a target from its properties.
    public init(key: ActionKey, streamID: StreamID, cardID: CardID, bucketID: BucketID) {
        self.key = key
        self.streamID = streamID
        self.cardID = cardID
        self.bucketID = bucketID
    }
}

/// A file to be sent to the source.
public struct UploadFile: Hashable, Sendable {
    /// The path on this machine.
    public var path: String
    /// The file name that the publisher receives; never a path.
    public var filename: String
    /// PNG or JPEG, see ``FileFormat/isUploadable``.
    public var format: FileFormat
    /// In bytes. If the size has changed when the file is sent, the upload is refused, because another program is
    /// writing to it.
    public var size: Int

    /// Creates a file from its properties.
    public init(path: String, filename: String, format: FileFormat, size: Int) {
        self.path = path
        self.filename = filename
        self.format = format
        self.size = size
    }
}

/// A source's confirmation that an uploaded file is stored.
public struct UploadReceipt: Hashable, Sendable {
    /// The source's id of the file.
    public var id: UploadID
    /// The bucket of the target.
    public var bucketID: BucketID
    /// The file name.
    public var filename: String
    /// The file's format.
    public var format: FileFormat
    /// In bytes.
    public var size: Int

    /// Creates a receipt from its properties.
    public init(id: UploadID, bucketID: BucketID, filename: String, format: FileFormat, size: Int) {
        self.id = id
        self.bucketID = bucketID
        self.filename = filename
        self.format = format
        self.size = size
    }

    /// The value to submit for the file input: `{"filename","bucketId","id","type","size"}`.
    public var value: JSONValue {
        [
            "filename": .string(filename), "bucketId": .string(bucketID.rawValue), "id": .string(id.rawValue),
            "type": .string(format.mediaType), "size": .number(JSONNumber(size)),
        ]
    }
}
