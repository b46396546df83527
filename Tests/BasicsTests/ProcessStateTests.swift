import Basics
import Glibc
import Testing

struct ProcessStateTests {
    @Test func `a process is stopped from SIGSTOP to SIGCONT`() throws {
        var process: pid_t = 0
        let words: [String] = ["/bin/sleep", "60"]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&process, "/bin/sleep", nil, nil, arguments, nil) == 0)
        defer {
            kill(process, SIGKILL)
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
        #expect(!ProcessState.isStopped(process))
        var status: Int32 = 0
        kill(process, SIGSTOP)
        waitpid(process, &status, WUNTRACED)
        #expect(ProcessState.isStopped(process))
        kill(process, SIGCONT)
        waitpid(process, &status, WCONTINUED)
        #expect(!ProcessState.isStopped(process))
    }

    @Test func `a process that does not exist is not stopped`() { #expect(!ProcessState.isStopped(.max)) }
}
