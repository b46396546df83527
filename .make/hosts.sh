#!/bin/sh
# Builds and runs programs of others: packages outside of the repository that depend on a version of this one by its tag, as it
# is in the last commit. One has no traits and fetches little, the other one shows and tests containers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
git clone -q . "$folder/cardstream"
git -C "$folder/cardstream" tag -f 1.0.0 >/dev/null

host() { # host NAME TRAITS PRODUCTS: makes a package whose program is read from the standard input, builds and runs it
    name=$1 traits=$2 products=$3
    mkdir -p "$folder/$name/Sources/$name"
    cat >"$folder/$name/Sources/$name/main.swift"
    {
        echo '// swift-tools-version: 6.2'
        echo 'import PackageDescription'
        echo "let package = Package(name: \"$name\","
        echo "    dependencies: [.package(url: \"file://$folder/cardstream\", from: \"1.0.0\", traits: [$traits])],"
        echo "    targets: [.executableTarget(name: \"$name\", dependencies: ["
        for product in $products; do echo "        .product(name: \"$product\", package: \"cardstream\"),"; done
        echo '    ])])'
    } >"$folder/$name/Package.swift"
    swift build -q --package-path "$folder/$name"
    "$folder/$name/.build/debug/$name"
}

host headless '' CardStream <<'END'
import CardStream

let session = try await CardSession.open(.memory)
let cards = try await session.cardIDs(in: "inbox")
precondition(cards.isEmpty)
await session.close()
print("a program without a screen runs")
END
for package in flyingfox swift-argument-parser; do
    ! grep -q "\"$package\"" "$folder/headless/Package.resolved" || {
        echo "hosts: a program without traits fetches $package" >&2
        exit 1
    }
done

host screen '"Server"' 'CardStream CardStreamUI CardStreamTesting' <<'END'
import CardStream
import CardStreamTesting
import CardStreamUI

let feed = try await TestFeed()
let session = try await feed.session(for: "ana", streams: ["inbox"])
let card = try await feed.publish(
    CardBody(components: [.headline(Card.Headline(text: "Release?"))]), to: "ana", in: "inbox")
for await snapshot in try session.snapshots(in: "inbox") where !snapshot.cards.isEmpty { break }
let container = try CardContainer(of: "inbox", in: session, columns: 40, rows: 12)
_ = container.advance()
precondition(container.picture.text.contains("Release?"))
container.close()
try await session.perform(.dismiss(card, in: "inbox"))
guard try await feed.outcome(of: card).status == .dismissed else { fatalError("not dismissed") }
await session.close()
print("a program with a container and a feed of its own runs")
END
