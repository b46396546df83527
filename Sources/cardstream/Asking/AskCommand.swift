internal import ArgumentParser

/// `cardstream ask`: asks users a question and waits for the answer.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a question and wait for the answer.",
        discussion: """
            Each user receives a card. By default the first answer settles the question, and the other users see \
            who answered. The server enforces the deadline: the question ends even if this command is no longer running. \
            Without --on-timeout, silence is never a yes.

            The answer goes to standard output: the name of the button, or the value of a form with one field; with \
            --json one line of JSON, as `cardstream schema ask` describes. The JSON has the values exactly as the user sent \
            them, because signatures cover them: an empty text is "", and a set of checkboxes with none checked is []. \
            Standard error shows who was asked, who has seen the card and who answered; on a terminal, also the time that is left.

            `cardstream ask question --help` lists the options; the word "question" can be omitted.

            EXAMPLES
              cardstream ask "Release 4.12.7?" && ./release.sh
              cardstream ask "Release 4.12.7?" --to ana,bo --timeout 30m
              cardstream ask "Delete the backups?" --to ana,bo,carl --quorum 2 --veto
              cardstream admin groups set oncall ana bo
              cardstream admin groups set leads carl
              cardstream ask "Roll back?" --to @oncall --escalate 5m:@leads
              cardstream ask card.json --to ana --json | jq .values
              cardstream ask "Open the vault?" --to ana --signed --allowed-signers signers
              id=$(cardstream ask "Upgrade tonight?" --timeout 1d --detach)
              cardstream ask wait "$id"

            A submit button with "outcome": "positive" means yes. If the card has no such button, its first button \
            without an outcome means yes. All others mean no.

            Ctrl-C, SIGTERM and SIGHUP withdraw the question, unless --detach was given. If you repeat the command \
            with the same --key and the same question, no second question is asked: the command waits for the answer \
            to the first question.

            EXIT CODES
              0 yes, 1 no, 6 closed without an answer (withdrawn, or dismissed by all),
              124 the deadline passed, 130 interrupted, 2 usage error or invalid card,
              3 unknown question or group (for list: no questions; for cancel: already
              settled), 4 authentication, 5 network, 70 other failures, or an answer
              whose signature is not confirmed; with --exit-by-button 10 for the first
              button, 11 for the second, and so on
            """,
        subcommands: [AskQuestion.self, AskWait.self, AskCancel.self, AskList.self], defaultSubcommand: AskQuestion.self
    )
}
