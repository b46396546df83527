internal import ArgumentParser

/// The completion script of the argument parser with a few additions. Each addition replaces a text that occurs exactly
/// once in the parser's script, or several times for ``bashValues``. A test checks that each text is found.
enum CompletionScript {
    /// The environment variable that is set if bash only lists values, so that titles can follow them.
    static let listsVariable = "CARDSTREAM_COMPLETION_LISTS"

    static func text(for shell: CompletionsCommand.Shell) -> String {
        var script = Cardstream.completionScript(for: shell.parserShell)
        while script.hasSuffix("\n") { script.removeLast() }
        for change in changes(shell) { script.replace(change.old, with: change.new) }
        return script
    }

    /// A text in the parser's script, and its replacement.
    struct Change {
        let old: String
        let new: String

        static func inserting(_ text: String, before place: String) -> Change { Change(old: place, new: text + place) }
    }

    static func changes(_ shell: CompletionsCommand.Shell) -> [Change] {
        switch shell {
        case .bash: [bashFlags, bashValues, bashRoot, bashWords, bashHelp]
        case .zsh: [zshFlags, zshSuffix, zshCursor, zshHelp]
        case .fish: [fishFlags, fishHelp]
        }
    }

    // MARK: Flags without a command

    private static let bashFlags = Change.inserting(
        """
            # Flags without a command belong to the default command.
            if [[ "${COMP_WORDS[1]}" = -* ]]; then
                _cardstream_view
                return
            fi


        """,
        before: """
                __cardstream_offer_flags_options 0

                # Offer subcommand / subcommand argument completions

            """)

    private static let zshFlags = Change.inserting(
        """
            # Flags without a command belong to the default command.
            if [[ "${words[2]}" = -* ]]; then
                _cardstream_view
                return
            fi


        """,
        before: """
                local -i ret=1
                local -ar arg_specs=(
                    '--version[
            """)

    private static let fishFlags = Change.inserting(
        """
                # Flags without a command belong to the default command.
                # The word that is being typed is not among the unparsed tokens.
                if string match -q -- '-*' "$unparsed_tokens[2]"; or begin
                        test (count $unparsed_tokens) -eq 1; and string match -q -- '-*' (commandline -t)
                    end
                    set unparsed_tokens $unparsed_tokens[1] view $unparsed_tokens[2..]
                end

        """,
        before: """
                    __cardstream_parse_subcommand 0 'version' 'h/help'
                    switch
            """)

    // MARK: Topics and commands for help

    /// The parser does not complete values of its own command `help`. The values of `man` are the same.
    private static let bashHelp = Change(
        old: """
            _cardstream_help() {
                repeating_flags=()
                non_repeating_flags=(--version)
                repeating_options=()
                non_repeating_options=()
                __cardstream_offer_flags_options -1
            }
            """,
        new: """
            _cardstream_help() {
                repeating_flags=()
                non_repeating_flags=(--version)
                repeating_options=()
                non_repeating_options=()
                __cardstream_offer_flags_options -1

                case "${positional_number}" in
                1)
                    __cardstream_add_values "$(__cardstream_custom_complete ---completion man -- positional@0 "${COMP_CWORD}" "$(__cardstream_cursor_index_in_current_word)")"
                    return
                    ;;
                esac
            }
            """)

    private static let zshHelp = Change(
        old: "'*:subcommands:'",
        new: """
            '1:topic:{__cardstream_custom_complete ---completion man -- positional@0 "${current_word_index}" "$(__cardstream_cursor_index_in_current_word)"}'
            """)

    private static let fishHelp = Change.inserting(
        """
        complete -c 'cardstream' -n '__cardstream_should_offer_completions_for_positional "cardstream" -eq 1' -fa 'help' -d 'Show a topic of the guide, or the help of a command.'
        complete -c 'cardstream' -n '__cardstream_should_offer_completions_for_positional "cardstream help" -eq 1' -fka '(__cardstream_custom_completion ---completion man -- positional@0 (count (__cardstream_tokens -pc)) (__cardstream_tokens -tC))'

        """,
        before: """
            complete -c 'cardstream' -n '__cardstream_should_offer_completions_for_flags_or_options "cardstream help" version'
            """)

    // MARK: Values in bash

    /// The parser gives values to `compgen -W`, which expands them: an id such as `$(command)` would run the command.
    private static let bashValues = Change(
        old: #"__cardstream_add_completions -W "$(__cardstream_custom_complete "#,
        new: #"__cardstream_add_values "$(__cardstream_custom_complete "#)

    private static let bashRoot = Change(
        old: "\n_cardstream() {\n",
        new: """

            __cardstream_add_values() {
                local value
                are_values=true
                while IFS='' read -r value; do
                    [[ -n "${value}" ]] && COMPREPLY+=("${value}")
                done <<<"${1}"
            }

            __cardstream_root() {

            """)

    /// Joins words again, because bash splits them at colons and comparison operators, as in `is:unseen`, and keeps
    /// their quotes.
    private static let bashWords = Change.inserting(
        #"""
        _cardstream() {
            # A word is everything between two blanks.
            local rest="${COMP_LINE}" word blanks typed=''
            local -a joined=()
            local -i index current=0 start=0
            for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                word="${COMP_WORDS[index]}"
                blanks="${rest%%[![:space:]]*}"
                rest="${rest#"${blanks}"}"
                if [[ -n "${blanks}" || "${index}" -eq 0 ]]; then
                    joined+=("${word}")
                    if [[ "${index}" -le "${COMP_CWORD}" ]]; then start="$((${#COMP_LINE} - ${#rest}))"; fi
                else
                    joined[-1]+="${word}"
                fi
                if [[ "${index}" -eq "${COMP_CWORD}" ]]; then current="$((${#joined[@]} - 1))"; fi
                rest="${rest#"${word}"}"
            done
            if [[ "${COMP_POINT}" -gt "${start}" ]]; then typed="${COMP_LINE:start:COMP_POINT - start}"; fi

            # Readline replaces only what follows the last of these characters, or the opening quote.
            local before=''
            local -r sign='^(.*[^\][:=<>])(\\.|[^\:=<>])*$'
            local is_quoted=false
            if [[ "${typed}" = [\'\"]* ]]; then
                is_quoted=true
                typed="${typed:1}"
            elif [[ "${typed}" =~ ${sign} ]]; then
                before="${BASH_REMATCH[1]//\\/}"
            fi
            typed="${typed//\\/}"

            # Here Readline only shows a list: titles may follow the values, and a slash in a title does not separate
            # folders.
            case "${COMP_TYPE}" in
            33|63|64)
                local -x \#(listsVariable)=1
                ;;
            esac

            local are_values=false
            local -a COMP_WORDS=("${joined[@]}")
            local -i COMP_CWORD="${current}"
            COMPREPLY=()
            __cardstream_root "${1}" "${typed}" "${joined[current - 1]}"

            for index in "${!COMPREPLY[@]}"; do
                COMPREPLY[index]="${COMPREPLY[index]#"${before}"}"
            done
            # Like file names, values get a backslash before each character that is special to the shell. Colons need
            # no backslash.
            if "${are_values}" && [[ "${COMPREPLY[0]}" = *'  '* || "${COMPREPLY[*]}" != *[^[:alnum:][:space:]:=@%+,./_-]* ]]; then
                compopt +o filenames 2>/dev/null
            fi
            # No blank follows a value that ends with one of these characters.
            if [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[0]}" = *[:=\<\>./] ]]; then
                compopt -o nospace 2>/dev/null
                # Readline would close the quotes if there were only one value.
                "${is_quoted}" && COMPREPLY+=("${COMPREPLY[0]} ")
            fi
            return 0
        }


        """#,
        before: "complete -o filenames -F _cardstream cardstream")

    // MARK: Values in zsh

    /// The parser's script splits the line to get the length of the last word. That is wrong for several words after an
    /// open quote.
    private static let zshCursor = Change(
        old: #"printf %s "${#${(z)LBUFFER}[-1]}""#,
        new: #"printf %s "$((${#QIPREFIX} + ${#IPREFIX} + ${#PREFIX}))""#)

    /// Adds no blank after an incomplete value, such as `is:`. Incomplete values are only offered together with other
    /// incomplete values.
    private static let zshSuffix = Change(
        old: #"    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''"#,
        new: #"""
                local -a suffix=()
                if [[ "${non_empty_completions[1]}" = *(\\:|[=\<\>.]) ]]; then suffix=(-S ''); fi
                _describe -V '' non_empty_completions "${suffix[@]}" -- empty_completions -P $'\'\''
            """#)
}
