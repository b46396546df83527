import CCurl
import Glibc

/// The file of a form while libcurl sends it. It is read on the driver's thread, one libcurl buffer at a time: reads
/// from the page cache are fast, and a slow disk delays only one user's own transfers.
final class FormFile {
    let form: HTTPForm
    /// The reason why reading failed, which ends the transfer.
    private(set) var problem: TransportError?
    private let descriptor: Int32
    private let onProgress: CurlCommand.Progress?
    private var sent = 0
    /// The time of the last progress in sending the file or receiving the response.
    private(set) var lastMove = ContinuousClock.now

    init(_ form: HTTPForm, onProgress: CurlCommand.Progress?) throws(TransportError) {
        self.form = form
        self.onProgress = onProgress
        // Opening a pipe would otherwise block until another program writes to it.
        descriptor = open(form.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == form.size
        else {
            close(descriptor)
            throw .file("the file has changed since it was chosen")
        }
    }

    deinit { close(descriptor) }

    /// Called by libcurl to fill its buffer.
    static func read(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
        guard let context, let bytes else { return Int(CURL_READFUNC_ABORT) }
        return Unmanaged<FormFile>.fromOpaque(context).takeUnretainedValue().read(into: bytes, count)
    }

    private func read(into bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        var result = 0
        repeat {
            result = Glibc.read(descriptor, bytes, min(count, form.size - sent))
        } while result < 0 && errno == EINTR
        guard result > 0 || sent == form.size else {
            problem = .file(
                result == 0 ? "the file got shorter while it was being read" : String(cString: strerror(errno)))
            return Int(CURL_READFUNC_ABORT)
        }
        sent += result
        touch()
        onProgress?(sent)
        return result
    }

    func touch() { lastMove = .now }

    /// Called by libcurl when the request restarts on another connection or at another address.
    static func seek(_ context: UnsafeMutableRawPointer?, _ offset: Int, _ origin: Int32) -> Int32 {
        guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        let file = Unmanaged<FormFile>.fromOpaque(context).takeUnretainedValue()
        guard lseek(file.descriptor, offset, SEEK_SET) == offset else { return CURL_SEEKFUNC_FAIL }
        file.sent = offset
        return CURL_SEEKFUNC_OK
    }
}
