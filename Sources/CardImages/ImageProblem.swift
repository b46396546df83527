internal import Glibc

/// The reason why an image is described in words instead of shown.
package enum ImageProblem: Error, Hashable, Sendable {
    /// No program that decodes images is installed.
    case noDecoder
    /// No program that writes JPEG is installed.
    case noWriter
    /// The system could not start the decoder in its sandbox.
    case notConfined(code: CInt)
    case empty
    /// The file has none of the supported formats.
    case wrongType
    /// The size that the file states exceeds the limit.
    case tooManyPixels(width: Int, height: Int)
    /// The decoder rejected the file, was stopped, or printed something that is not an image.
    case unreadable
    case tookTooLong
    /// The file has more bytes than the limit.
    case tooLarge(limit: Int)
    /// A file of this machine that cannot be opened or read, with the system's reason.
    case notReadable(code: CInt)
    case badAddress
    /// The request policy denied the address.
    case denied
    case status(Int)
    case tooManyRedirects
    case network(String)
    case cancelled

    /// An explanation for the user; part of a sentence.
    package var explanation: String {
        switch self {
        case .noDecoder: "chafa is not installed"
        case .noWriter: "cjpeg is not installed; the package is libjpeg-turbo-progs"
        case .notConfined(let code): "the image decoder cannot run in a sandbox on this system (error \(code))"
        case .empty: "the file is empty"
        case .wrongType: "not a PNG, JPEG, GIF, WebP or SVG file"
        case .tooManyPixels(let width, let height): "\(width) × \(height) pixels are too many"
        case .unreadable: "the file is damaged"
        case .tookTooLong: "decoding took too long"
        case .tooLarge(let limit): "the file is larger than \(limit / 1_000_000) MB"
        case .notReadable(let code): String(cString: strerror(code)).lowercased()
        case .badAddress: "not a web address"
        case .denied: "network.policy denies the image's server"
        case .status(404), .status(410): "the server does not have the image"
        case .status(let status): "the server responded with HTTP status \(status)"
        case .tooManyRedirects: "too many redirects"
        case .network(let reason): reason
        case .cancelled: "cancelled"
        }
    }
}
