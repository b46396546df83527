extension Double {
    /// The seconds as text, such as "30 seconds" or "0.5 seconds".
    var formattedSeconds: String {
        let tenths = (self * 10).rounded() / 10
        let number = tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
        return number == "1" ? "1 second" : "\(number) seconds"
    }
}
