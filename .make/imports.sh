#!/bin/sh
# Compares what the sources of every Swift target import with what Package.swift says it depends on, both ways. Also
# compares the dependencies with the layers in Package.swift, and these with Architecture.md. Prints every difference;
# exit 1 on any. A program may be declared without an import: tests run it.
set -eu
swift package describe --type text | awk '
    # The targets below each line "// Layer N" of Package.swift. The name may be on the line after "library(".
    function readLayers(    line, layer, isNext) {
        while ((getline line < "Package.swift") > 0) {
            if (match(line, /\/\/ Layer [0-9]/)) { layer = substr(line, RSTART + 9, 1) + 1; continue }
            if (line ~ /Programs for tests/) break
            if (layer && (isNext || line ~ /(library|program)\("|name: "/) && match(line, /"[A-Za-z-]+"/))
                layers[substr(line, RSTART + 1, RLENGTH - 2)] = layer
            isNext = line ~ /(library|program)\($/
        }
        close("Package.swift")
    }
    # The rows "| N | `TARGET`, … |" of the table of layers.
    function checkArchitecture(    line, file, words, count, place) {
        file = "Sources/AppRuntime/Documentation.docc/Architecture.md"
        while ((getline line < file) > 0) {
            if (line !~ /^\| [0-9] \| `/) continue
            split(line, words, "|")
            count = split(words[3], names, "`")
            for (place = 2; place <= count; place += 2)
                if (layers[names[place]] != words[2] + 1)
                    print "Architecture.md: " names[place] " is in another layer than in Package.swift"
        }
        close(file)
    }
    BEGIN { readLayers(); checkArchitecture() }
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
        for (pair in declared) {
            split(pair, names, SUBSEP)
            if (layers[names[1]] && layers[names[2]] > layers[names[1]])
                print "Package.swift: " names[1] " depends on " names[2] ", which is in a higher layer"
        }
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
