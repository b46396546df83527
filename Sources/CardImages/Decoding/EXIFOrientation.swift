/// The orientation stored in a JPEG file (EXIF 2.32, 4.6.4 A, tag 0x0112): how the stored image must be rotated to be
/// upright.
///
/// The decoder rotates the image itself; here only the aspect ratio matters.
enum EXIFOrientation {
    /// The maximum number of entries to read. No camera writes more.
    private static let maxEntries = 512

    /// Whether width and height are swapped.
    ///
    /// - Parameters:
    ///   - segment: The position of an APP1 segment's content.
    ///   - end: The end of that content.
    static func swapsSides(_ file: ByteView, segment: Int, end: Int) -> Bool {
        guard end <= file.count, file.has("Exif\0\0", at: segment) else { return false }
        let tiff = segment + 6
        let isBig = file.has("MM", at: tiff)
        guard isBig || file.has("II", at: tiff) else { return false }
        func number16(_ index: Int) -> Int { isBig ? file.big16(index) : file.little16(index) }
        func number32(_ index: Int) -> Int { isBig ? file.big32(index) : file.little32(index) }
        let directory = tiff + number32(tiff + 4)
        guard number16(tiff + 2) == 42, directory + 2 <= end else { return false }
        for entry in 0..<min(number16(directory), maxEntries) {
            let position = directory + 2 + entry * 12
            guard position + 12 <= end else { return false }
            guard number16(position) == 0x0112 else { continue }
            // A single SHORT is stored in the first bytes of the value field.
            return number16(position + 2) == 3 && (5...8).contains(number16(position + 8))
        }
        return false
    }
}
