import Testing

@testable import Postgres

/// URLs that libpq interprets in another way than intended.
@Suite struct DatabaseURLTests {
    @Test(arguments: [
        "postgres://ana:a@b@host/feed", "postgres://ana:a/b@host/feed", "postgres://ana:1/b@host/feed",
        "postgresql://ana:a/b?c@host/feed", "postgres://ana:a@b/c@host/feed", "postgres://ana@b:c@host/feed",
        "postgres://host:port/feed", "postgres://h1:1,h2:x/feed", "postgres://[::1]:x/feed",
        "postgres://ana:a@b:c/d@h/f",
        "postgres://ana:a@1/d@host/feed",
    ])
    func `a URL with a part of a password as its host or port is detected`(text: String) {
        #expect(DatabaseURL.isMisread(text))
    }

    @Test(arguments: [
        "postgres://", "postgres:///feed", "postgres://host", "postgres://ana@host/feed",
        "postgres://ana:a@host:5432/feed",
        "postgres://ana:a%40b%2Fc@host/feed", "postgres://ana:a:b#c?d@host/feed", "postgres://@/none?host=/tmp/x",
        "postgres://h1:1,h2,[::1]:3/feed?application_name=a@b:c", "postgres://ana@[fe80::1]/feed",
        "postgres://host:/feed",
        "postgres://host/a@b", "postgres://ana@host:1/a@b", "host=h password=a@b:c/d", "postgres://%2Ftmp%2Fx/feed",
        "postgres://ana:s3cret@/none?host=/tmp/cs",
    ])
    func `other URLs are passed to libpq`(text: String) {
        #expect(!DatabaseURL.isMisread(text))
    }
}
