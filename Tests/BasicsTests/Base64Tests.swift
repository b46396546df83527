import Basics
import Testing

struct Base64Tests {
    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func `base 64 as in RFC 4648`(_ text: String, _ encoded: String) {
        #expect(Base64.text(Array(text.utf8)) == encoded)
    }
}
