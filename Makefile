# The front door. `make` alone prints this list; every target is one or two lines.
PREFIX ?= /usr/local
SWIFT ?= swift
# Release binaries carry the Swift run-time, so that they start fast and run on a machine without Swift.
# The options make it smaller, and so what loading it costs: packed relocations, no exported symbols, no twin functions,
# no index for C++ exceptions, which nothing throws, and nothing that is not called.
RELEASE = -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker --no-export-dynamic -Xlinker --icf=safe -Xlinker --no-eh-frame-hdr \
	-Xswiftc -Xfrontend -Xswiftc -function-sections
# For clang, which links: FoundationEssentials before all else. A function that Foundation has as well would be taken from
# there, and all of Foundation with the data of internationalisation would follow it, 40 MB (decision 0058).
LINK_ORDER = CCC_OVERRIDE_OPTIONS="\# ^-lFoundationEssentials ^-Qunused-arguments"
# With a counter at every branch, and libFuzzer of the toolchain, which gets those counters that are used (Tests/FuzzTests/CFuzzer).
FUZZED = --sanitize=address -Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug \
	-Xswiftc -enforce-exclusivity=checked -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp \
	-Xlinker "$$(clang -print-file-name=libclang_rt.fuzzer_no_main-$$(uname -m).a)" \
	-Xlinker --wrap=__sanitizer_cov_8bit_counters_init -Xlinker --wrap=__sanitizer_cov_pcs_init
# The test targets of what runs on several threads.
CONCURRENT = HTTPSocketsTests|CardStoreTests|FeedSyncTests|FeedServerTests|CurlTransportTests|AppRuntimeTests|CardSessionTests
RELEASE_DIRECTORY = .build/$(shell uname -m)-unknown-linux-gnu/release
FILTER ?=
TIME ?= 60
TARGET ?=
ROUNDS ?= 1000
SEEDS ?= 10000
FIRST ?= 1
MUTATE ?=
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help setup build release run demo serve test simulate fuzz kills snapshots pictures e2e hosts bench tsan asan autobahn lint strings format docs api install uninstall dist clean ci

help: ## show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## check the toolchain and install missing Debian packages
	@sh .make/setup.sh

build: setup ## build for development
	$(SWIFT) build

release: setup ## build the fast, self-contained program
	@# The linker looks here first: the C++ library goes into the program, and only the parts that are used.
	@mkdir -p $(RELEASE_DIRECTORY)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $(RELEASE_DIRECTORY)/libstdc++.a
	$(LINK_ORDER) $(SWIFT) build $(RELEASE) --product cardstream
	@! nm $(RELEASE_DIRECTORY)/cardstream | grep icudt >/dev/null || { echo "release: all of Foundation is in the program, see decision 0058" >&2; exit 1; }

demo: release ## build and show the demo, a live stream of cards
	@.build/release/cardstream demo $(ARGS)

run: release ## run the viewer with your configuration (ARGS="…" adds flags)
	@.build/release/cardstream $(ARGS)

serve: release ## run a feed server on 127.0.0.1:8787 (ARGS="…" adds flags)
	@.build/release/cardstream serve $(ARGS)

test: ## run all tests (FILTER=NAME runs only matching tests)
	@sh .make/setup.sh tests
	$(SWIFT) build --build-tests -q
	@sh .make/test.sh "$$($(SWIFT) build --show-bin-path)/cardstreamPackageTests.xctest" '$(FILTER)'

e2e: FILTER = EndToEnd
e2e: test ## run only the tests in a real terminal

simulate: setup ## run 10,000 random simulations (SEEDS=N, FIRST=N; MUTATE=NAME adds a deliberate mistake)
	@# A folder of its own: the program is linked dynamically, unlike those of make release.
	$(SWIFT) build -q -c release --scratch-path .build-simulate --product simulate
	@.build-simulate/release/simulate --seeds $(SEEDS) --first $(FIRST) $(if $(MUTATE),--mutate $(MUTATE) --trace)

fuzz: setup ## fuzz what reads bytes from outside, each target for a minute (TIME=SECONDS, TARGET=NAME)
	@# Checks stay on: of overflow, of exclusive access, of our own assertions.
	CARDSTREAM_FUZZ=1 $(SWIFT) build -q -c release --scratch-path .build-fuzz --product fuzz $(FUZZED)
	@sh .make/fuzz.sh $(TIME) $(TARGET)

kills: setup ## kill server, viewer, act, watch and publish at random moments, 1,000 times (ROUNDS=N, FIRST=SEED)
	@sh .make/setup.sh tests
	$(SWIFT) build -q --product cardstream
	@bash Tests/kills/kills.sh .build/debug/cardstream $(ROUNDS) $(FIRST)

hosts: setup ## build and run packages outside of the repository that depend on a version of this one
	@sh .make/hosts.sh

snapshots: setup ## record the screen snapshots and the guide's tables again; review the diff
	$(SWIFT) build --build-tests -q
	@rm -f Tests/CardUITests/__Screens__/*.txt Tests/CardUITests/__Screens__/Colours/*.txt
	RECORD_SCREENS=1 $(SWIFT) test --skip-build --filter 'CardUITests|KeyTableTests|GuideTests' || true
	git status --short Tests/CardUITests/__Screens__ Sources/AppRuntime/Documentation.docc/Guide

pictures: ## draw README's pictures again, and write screenshots to .build/screens
	@sh .make/setup.sh pictures
	$(SWIFT) build -q --product cardstream
	@sh .make/pictures.sh .build/debug/cardstream
	@sh .make/screens.sh .build/debug/cardstream .build/screens
	git status --short .github/pictures

tsan: setup ## run the concurrent parts under the thread sanitizer
	$(SWIFT) test --sanitize=thread --scratch-path .build-tsan --no-parallel --filter '$(CONCURRENT)'

asan: setup ## run the concurrent parts under the address sanitizer
	$(SWIFT) test --sanitize=address --scratch-path .build-asan --no-parallel --filter '$(CONCURRENT)'

autobahn: setup ## run the WebSocket client through the core cases of the Autobahn test suite
	$(SWIFT) build -q --product ws-testee
	@sh .make/autobahn.sh .build/debug/ws-testee

bench: release ## measure speed; compare with a minimal program and with the limits
	@sh .make/setup.sh tests
	@$(foreach product,bench card-cost floor-swift floor-c,$(SWIFT) build -q $(RELEASE) --product $(product) &&) true
	@sh .make/bench.sh $(ARGS)

lint: ## check format, layers, house rules and words
	@sh .make/lint.sh

strings: ## print every string that the program can show, with its file and line
	@sh .make/strings.sh

format: ## format all Swift code
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests

docs: setup ## build the documentation with DocC, and compare the public interface with .make/api
	$(SWIFT) build -q
	@sh .make/docs.sh
	@sh .make/api.sh check

api: setup ## record the public interface of the library in .make/api; review the diff
	$(SWIFT) build -q
	@sh .make/api.sh record
	git status --short .make/api

install: release ## install program, man pages and completions under PREFIX
	@sh .make/install.sh install "$(PREFIX)" "$(DESTDIR)"

uninstall: ## remove the installed files
	@sh .make/install.sh uninstall "$(PREFIX)" "$(DESTDIR)"

dist: release ## pack the program as a tarball and a Debian package, in .build/dist
	@sh .make/dist.sh $(RELEASE_DIRECTORY)/cardstream .build/dist

clean: ## remove all build products
	rm -rf .build .build-*

ci: lint test docs ## run what continuous integration runs
