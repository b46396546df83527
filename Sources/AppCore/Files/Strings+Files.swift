package import Cards

extension Strings {
    /// Texts for choosing files.
    package enum Files {
        package static let choose = "Choose an image"
        package static let notTaken = "This field accepts no files"
        package static let sentAsJPEG = "will be sent as JPEG"
        package static let reading = "Reading…"
        package static let readingPicture = "Reading the image…"
        package static let filter = "Type to filter, or type a path that begins with / or ~"
        package static let empty = "This folder is empty"
        package static let onlyHidden = "Everything in this folder is hidden"
        package static let noPictures = "No images in this folder"
        package static func nothingMatches(_ text: String) -> String { "Nothing in this folder matches “\(text)”" }
        package static func leftOut(_ count: Int) -> String { "\(count) more not shown" }
        package static let folder = "Folder"
        package static func noPicture(_ name: String) -> String { "\(name) is not an image" }
        package static func noFolder(_ name: String) -> String { "\(name) is not a folder" }
        package static func unreadable(_ name: String) -> String { "\(name) can't be read" }
        package static func notConvertible(_ name: String, _ format: FileFormat) -> String {
            "\(name): \(format.name) images can't be sent; use PNG or JPEG"
        }
        package static func tooLarge(_ name: String, size: Int, limit: Int) -> String {
            let texts = ByteCount.texts(size, limit: limit)
            return "\(name) is \(texts.size); the limit is \(texts.limit)"
        }
        package static func changed(_ name: String) -> String {
            "\(name) has changed since you chose it: choose it again"
        }
        package static let noRoomToConvert = "there is not enough memory to convert it"
        package static let noPath = "This is not the path of a file"
        package static let nothingChosen = "No file chosen"
        package static let cameraAccess =
            "Access to your camera is required to take photos. Please enable camera access in your device settings"
        package static let cameraSettings = "Settings"
        package static let fieldGone = "The card has changed: the image field is gone"
    }

    /// Texts for sending files.
    package enum Sending {
        package static let message = "Sending, please wait..."
        package static let cancel = "Cancel process"
        package static let failed = "Couldn't upload file(s)"
        package static let cancelled = "Not sent; the form is unchanged"
        package static func file(_ number: Int, of count: Int, _ name: String) -> String {
            count == 1 ? name : "\(name) (\(number) of \(count))"
        }
        package static func progress(percent: Int, sent: Int, total: Int) -> String {
            "\(percent) % · \(ByteCount.text(sent)) of \(ByteCount.text(total))"
        }
    }
}
