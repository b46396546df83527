internal import ArgumentParser

/// The parser's script, with one addition: flags without a command are those of the viewer, and so are their values.
enum CompletionScript {
    static func text(for shell: CompletionsCommand.Shell) -> String {
        var script = Cardstream.completionScript(for: shell.parserShell)
        while script.hasSuffix("\n") { script.removeLast() }
        let addition = addition(shell)
        guard let place = script.firstRange(of: addition.before) else { return script }
        script.insert(contentsOf: addition.text, at: place.lowerBound)
        return script
    }

    /// Lines, and what they come before in the function of the root command.
    static func addition(_ shell: CompletionsCommand.Shell) -> (text: String, before: String) {
        switch shell {
        case .bash:
            (
                """
                    # Flags without a command are those of the default one.
                    if [[ "${COMP_WORDS[1]}" = -* ]]; then
                        _cardstream_view
                        return
                    fi


                """,
                """
                    __cardstream_offer_flags_options 0

                    # Offer subcommand / subcommand argument completions

                """
            )
        case .zsh:
            (
                """
                    # Flags without a command are those of the default one.
                    if [[ "${words[2]}" = -* ]]; then
                        _cardstream_view
                        return
                    fi


                """,
                """
                    local -i ret=1
                    local -ar arg_specs=(
                        '--version[
                """
            )
        case .fish:
            (
                """
                        # Flags without a command are those of the default one.
                        if string match -q -- '-*' "$unparsed_tokens[2]"
                            set unparsed_tokens $unparsed_tokens[1] view $unparsed_tokens[2..]
                        end

                """,
                """
                        __cardstream_parse_subcommand 0 'version' 'h/help'
                        switch
                """
            )
        }
    }
}
