import Basics
import Testing

struct Base64Tests {
    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")])
    func `base 64 as in RFC 4648`(_ text: String, _ encoded: String) {
        #expect(Base64.text(Array(text.utf8)) == encoded)
        #expect(Base64.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test func `the form for URLs has two other characters, and no padding`() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xFE, 0xFF]
        #expect(Base64.text(bytes) == "+//+/w==" && Base64.urlText(bytes) == "-__-_w")
        #expect(Base64.decode("+//+/w==".utf8) == bytes && Base64.decodeURL("-__-_w".utf8) == bytes)
    }

    @Test(arguments: ["A", "Zg", "Zg=", "Zg===", "Zh==", "Zg= =", "-_-_", "ab\ncd=="])
    func `text that is not canonical is refused`(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test(arguments: ["A", "Zg==", "Zh", "+//+", "Zm9vY"])
    func `text that is not canonical is refused in the form for URLs`(text: String) {
        #expect(Base64.decodeURL(text.utf8) == nil)
    }
}
