import CCurl
import Glibc

/// The file of a form while libcurl sends it. Read on the driver's thread, a buffer of libcurl's at a time: reading
/// what is in the page cache takes no time, and one slow disk holds up no more than one user's own transfers.
final class FormFile {
    let form: HTTPForm
    /// Why reading failed; the transfer is over then.
    private(set) var problem: TransportError?
    private let descriptor: Int32
    private let onProgress: CurlCommand.Progress?
    private var sent = 0
    /// When something of the file, or of the answer, moved last.
    private(set) var lastMove = ContinuousClock.now

    init(_ form: HTTPForm, onProgress: CurlCommand.Progress?) throws(TransportError) {
        self.form = form
        self.onProgress = onProgress
        // What is no file but a pipe would wait for somebody to write to it.
        descriptor = open(form.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .file(String(cString: strerror(errno))) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == form.size
        else {
            close(descriptor)
            throw .file("it has changed since it was chosen")
        }
    }

    deinit { close(descriptor) }

    /// From libcurl: fills its buffer.
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
            problem = .file(result == 0 ? "it became shorter meanwhile" : String(cString: strerror(errno)))
            return Int(CURL_READFUNC_ABORT)
        }
        sent += result
        touch()
        onProgress?(sent)
        return result
    }

    func touch() { lastMove = .now }

    /// From libcurl: the request begins again, on another connection or at another address.
    static func seek(_ context: UnsafeMutableRawPointer?, _ offset: Int, _ origin: Int32) -> Int32 {
        guard let context, origin == SEEK_SET else { return CURL_SEEKFUNC_FAIL }
        let file = Unmanaged<FormFile>.fromOpaque(context).takeUnretainedValue()
        guard lseek(file.descriptor, offset, SEEK_SET) == offset else { return CURL_SEEKFUNC_FAIL }
        file.sent = offset
        return CURL_SEEKFUNC_OK
    }
}
