import CLinux
import Glibc

/// A pipe. Its ends are closed on exec, and when the object is deallocated.
final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() throws(ChildProcess.StartError) {
        var ends: [Int32] = [-1, -1]
        let code = clinux_pipe(&ends)
        guard code == 0 else { throw ChildProcess.StartError(code: code) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        closeWriting()
    }

    /// Closes this process's copy of the writing end once the child has inherited it. The pipe then ends when the last
    /// program that has the end closes it.
    func closeWriting() {
        if writing >= 0 { close(writing) }
        writing = -1
    }
}
