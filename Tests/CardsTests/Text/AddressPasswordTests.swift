import Cards
import Testing

struct AddressPasswordTests {
    @Test(arguments: [
        ("https://ana:geheim@cards.example.com:8443/x", "https://ana:…@cards.example.com:8443/x"),
        (
            "cannot reach \"http://:geheim@host\", nor ws://a:b:c@d@host/e",
            "cannot reach \"http://:…@host\", nor ws://a:…@host/e"
        ),
        ("https://ana:ge/he?im@host", "https://ana:…@host"),
        // Addresses without a password.
        ("https://ana@host/a:b@c", "https://ana@host/a:b@c"), ("http://host:8080/a@b", "http://host:8080/a@b"),
        ("http://[::1]:80/a@b", "http://[::1]:80/a@b"), ("mail ana:x@host", "mail ana:x@host"), ("://", "://"),
    ])
    func `a password in an address is masked at any position`(text: String, shown: String) {
        #expect(text.maskingPasswords == shown)
    }

    @Test(arguments: [
        ("ana:geheim@host:1", "ana:…@host:1"), ("http:/ana:ge@heim@host", "http:/ana:…@host"),
        ("https://ana:geheim@host", "https://ana:…@host"), ("host:8080", "host:8080"), ("ana@host", "ana@host"),
        ("", ""), (":@", ":…@"),
    ])
    func `a password is masked in an invalid address as well`(text: String, shown: String) {
        #expect(text.maskingPasswordOfAddress == shown)
    }
}
