#!/bin/sh
# Compares what the sources of every Swift target import with what Package.swift says it depends on, both ways. Prints
# every difference; exit 1 on any. A program may be declared without an import: tests run it.
set -eu
swift package describe --type text | awk '
    /^[A-Za-z]/ { section = ""; inTargets = /^Targets:/ }
    !inTargets { next }
    /^    Name: / { name = $2; isSwift = 0; next }
    /^    Type: / { if ($2 == "executable") isProgram[name] = 1; known[name] = 1; next }
    /^    Module type: SwiftTarget/ { isSwift = 1; next }
    /^    Path: / { if (isSwift) path[name] = $2; next }
    /^    (Target|Product) dependencies:/ { section = "dependencies"; next }
    /^    [A-Z]/ { section = ""; next }
    section == "dependencies" && NF { known[$1] = 1; declared[name, $1] = 1; next }
    END {
        for (target in path) {
            command = "find " path[target] " -name \"*.swift\" -exec grep -hE \"^(@[a-zA-Z_]+ )?([a-z]+ )?import \" {} +"
            split("", imported)
            while ((command | getline line) > 0) {
                count = split(line, words, " ")
                module = words[count]
                sub(/\..*/, "", module)
                imported[module] = 1
            }
            close(command)
            for (module in imported)
                if (module in known && module != target && !((target, module) in declared))
                    print "Package.swift: " target " imports " module " and does not declare it"
            for (module in known)
                if ((target, module) in declared && !(module in imported) && !(module in isProgram))
                    print "Package.swift: " target " declares " module " and does not import it"
        }
    }' | LC_ALL=C sort | { ! grep .; }
