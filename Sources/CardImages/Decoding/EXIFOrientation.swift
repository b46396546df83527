/// How a camera was held, as its JPEG file says (EXIF 2.32, 4.6.4 A, tag 0x0112): what has to be done to the stored
/// picture to show it upright.
///
/// The decoder turns the picture by itself; here it is only needed to know which side is the longer one.
enum EXIFOrientation {
    /// More entries than any camera writes are not looked at.
    private static let maxEntries = 512

    /// Whether width and height change places.
    ///
    /// - Parameters:
    ///   - segment: The position of an APP1 segment's content.
    ///   - end: Of that content.
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
            // One short number, in the first bytes of the entry's last four.
            return number16(position + 2) == 3 && (5...8).contains(number16(position + 8))
        }
        return false
    }
}
