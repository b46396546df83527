internal import AppRuntime
internal import Basics
internal import Canvas
internal import CardImages
internal import CursesTerminal

/// Checks for images: the programs that decode and write them, and the terminal's graphics support.
extension DoctorChecks {
    static func pictures(_ setup: Setup) -> [Check] {
        let path = setup.variables["PATH"] ?? ""
        let decoder = ImageDecoder.program("chafa", path: path)
        let writer = ImageDecoder.program("cjpeg", path: path)
        return [
            chafa(decoder, version: decoder.flatMap(version)), cjpeg(writer), images(setup, hasDecoder: decoder != nil),
        ]
    }

    static func chafa(_ program: String?, version: String?) -> Check {
        guard program != nil else {
            return Check("chafa", .warn, "not installed: images are shown as text; install the package chafa")
        }
        guard let version else { return Check("chafa", .warn, "installed, but `chafa --version` fails") }
        return Check("chafa", .ok, version)
    }

    static func cjpeg(_ program: String?) -> Check {
        guard let program else {
            return Check(
                "cjpeg", .warn,
                "not installed: only PNG and JPEG files can be sent; install the package libjpeg-turbo-progs")
        }
        return Check("cjpeg", .ok, program)
    }

    /// Checks how images will be drawn, and why.
    static func images(_ setup: Setup, hasDecoder: Bool) -> Check {
        guard setup.config.images != .off else {
            return Check("images", .ok, "shown as text, because the setting images is off")
        }
        guard hasDecoder else { return Check("images", .warn, "shown as text: chafa is not installed") }
        let detection = GraphicsDetection(
            PictureChoice(setup.config.images), type: setup.variables["TERM"] ?? "",
            colors: ColorPreference(setup.variables).limit)
        guard let detection else { return Check("images", .ok, "unknown without a terminal") }
        return images(detection.support, reason: detection.reason)
    }

    static func images(_ support: PictureSupport, reason: SafeText) -> Check {
        let cell = "in cells of \(support.cellPixels.columns)x\(support.cellPixels.rows) pixels"
        let how =
            switch support.method {
            case .kitty: "kitty's graphics protocol, \(cell)"
            case .sixel: "sixels, \(cell)"
            case .symbols: "coloured characters"
            case nil: "shown as text"
            }
        return Check("images", .ok, "\(how): \(reason.string)")
    }

    /// The first line that a program prints about its version, such as `Chafa version 1.12.4`; nil if there is none.
    private static func version(of program: String) -> String? {
        guard
            case .success(let bytes) = ShellCommand.run(
                "exec \"$1\" --version", arguments: [program], limit: 2, wanted: "version"),
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first
        else { return nil }
        return "\(SafeText(String(line.prefix(80))).string), \(program)"
    }
}
