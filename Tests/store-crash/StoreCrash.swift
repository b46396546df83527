@main
struct StoreCrash {
    static func main() async {}
}
