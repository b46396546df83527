internal import ArgumentParser

/// `cardstream ask`: asks users a question and waits for the answer.
struct AskCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ask",
        abstract: "Ask a question and wait for the answer.",
        discussion: """
            Each user gets a card. The first answer settles the question for all of them; the others then see who \
            answered. The deadline is on the server: it ends the question, even if this command has ended. Silence \
            is never a yes.

            Standard output gets the answer: the name of the button, or the value of a form with one field; with --json \
            one line of JSON, as `cardstream schema ask` describes. Standard error says who was asked, who has seen the \
            card and who answered.

            `cardstream ask question --help` lists the options; the word question can be left out.

            EXAMPLES
              cardstream ask "Release 4.12.7?" && ./release.sh
              cardstream ask "Release 4.12.7?" --to ana,bo --timeout 30m
              cardstream ask "Delete the backups?" --to ana,bo,carl --quorum 2 --veto
              cardstream ask "Page the on-call?" --to ana --escalate 5m:bo,carl
              cardstream ask card.json --to ana --json | jq .values
              cardstream ask "Open the vault?" --to ana --signed --allowed-signers signers
              id=$(cardstream ask "Upgrade tonight?" --timeout 1d --detach)
              cardstream ask wait "$id"

            Which buttons mean yes: "outcome": "positive" on a submit button of the card; without any, the first button \
            does and all others mean no.

            Ctrl-C, SIGTERM and SIGHUP withdraw the question, unless it is detached. A repeat with the same --key and the \
            same question waits for the first one again.

            EXIT CODES
              0 yes, 1 no, 6 closed without an answer (withdrawn, or dismissed by all),
              124 the deadline passed, 130 interrupted, 2 usage error or bad card,
              3 no such question, 4 authentication, 5 network,
              70 another failure, or an answer whose signature is not confirmed
            """,
        subcommands: [AskQuestion.self, AskWait.self, AskCancel.self, AskList.self], defaultSubcommand: AskQuestion.self
    )
}
