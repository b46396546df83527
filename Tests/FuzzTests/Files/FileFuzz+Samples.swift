extension FileFuzz {
    enum Samples {
        /// Settings of all kinds.
        static let config = """
            server = "https://cards.example.com"
            stream = 'inbox'
            mouse = false
            poll_interval = 2.5
            undo_window = 10
            quiet_hours = "22:00-07:00"
            [serve]
            listen = "127.0.0.1:0"
            [runtime_variables]
            "first name" = "Ana \\u00e9"
            place = '''
            by the sea'''
            [categories]
            finance = "bright-blue"
            [filters]
            soon = "priority:<=2 expires:<1d"
            [[network.policy]]
            host = "cards.example.com"
            decision = "allow"
            pins = ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]
            [containers.highlights]
            kind = "horizontal"
            card_width = 46
            filters = [
              { field = "priority", operator = "lessThan", value = 4 }, # urgent
              { field = "created", operator = "greaterThan", value = 2026-01-01T00:00:00Z },
            ]
            [containers.urgent]
            kind = "modal"
            position = "top"
            [screens.desk]
            rows = [{ container = "highlights", size = "40%" }, { columns = [{ container = "highlights" }] }]
            modals = ["urgent"]
            """

        static let keymap = """
            [global]
            "ctrl-q" = "quit"
            [stream]
            "x" = "dismiss"
            "g" = ""
            "g g" = "first-card"
            [form]
            "f9" = "undo"
            """

        static let serverKeys = """
            [[environment]]
            id = "production"
            publisher_keys = ["one", 'two']
            user_claim = "sub"
            push_environments = ["sandbox"]
            [[environment.viewer]]
            key = "hush"
            hs256_secret = "hush"
            [[environment]]
            id = "test"
            """

        static let scheme =
            "system: \"base16\"\nname: \"Sample\"\nauthor: 'Ana' # me\npalette:\n"
            + (0...15).map { "  base0\(String($0, radix: 16, uppercase: true)): \"#2b303b\"\n" }.joined()
    }
}
