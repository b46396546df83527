public import Cards

/// Where an upload belongs: a bucket that a file input of an open card names.
public struct UploadTarget: Hashable, Sendable {
    /// Made before the first attempt, like an action's: the same file sent again under it is stored once.
    public var key: ActionKey
    /// The stream of the card.
    public var streamID: StreamID
    /// The card with the file input.
    public var cardID: CardID
    /// As the input names it.
    public var bucketID: BucketID

    /// See the properties.
    public init(key: ActionKey, streamID: StreamID, cardID: CardID, bucketID: BucketID) {
        self.key = key
        self.streamID = streamID
        self.cardID = cardID
        self.bucketID = bucketID
    }
}

/// A file on its way to the source.
public struct UploadFile: Hashable, Sendable {
    /// Where it lies on this machine.
    public var path: String
    /// What the publisher is told it is called; never a path.
    public var filename: String
    /// PNG or JPEG, see ``FileFormat/isUploadable``.
    public var format: FileFormat
    /// In bytes. A file of another size by the time it is sent is refused: somebody writes to it.
    public var size: Int

    /// See the properties.
    public init(path: String, filename: String, format: FileFormat, size: Int) {
        self.path = path
        self.filename = filename
        self.format = format
        self.size = size
    }
}

/// A source's answer to an upload: it is kept.
public struct UploadReceipt: Hashable, Sendable {
    /// What the source knows the file by.
    public var id: UploadID
    /// That of the target.
    public var bucketID: BucketID
    /// What the file is called.
    public var filename: String
    /// What the file is.
    public var format: FileFormat
    /// In bytes.
    public var size: Int

    /// See the properties.
    public init(id: UploadID, bucketID: BucketID, filename: String, format: FileFormat, size: Int) {
        self.id = id
        self.bucketID = bucketID
        self.filename = filename
        self.format = format
        self.size = size
    }

    /// What a submit gives as the value of the file input: `{"filename","bucketId","id","type","size"}`.
    public var value: JSONValue {
        [
            "filename": .string(filename), "bucketId": .string(bucketID.rawValue), "id": .string(id.rawValue),
            "type": .string(format.mediaType), "size": .number(JSONNumber(size)),
        ]
    }
}
