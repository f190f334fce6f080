# Thin: what is built how is said here, the work is done by swift build, cc and the scripts in tools/.
#
#   make demo     everything: set-up, library, real data; then type and see
#   make check    set-up, and every test
#   make build    build/places, build/libplaces.so
#   make install  PREFIX=/usr/local DESTDIR= LIBDIR=$(PREFIX)/lib

PREFIX ?= /usr/local
BINDIR ?= $(PREFIX)/bin
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DATADIR ?= $(PREFIX)/share
DESTDIR ?=

SWIFT ?= swift
CC ?= cc
CFLAGS ?= -O2 -g
PYTHON ?= python3

VERSION := $(shell cat VERSION)
MAJOR := $(firstword $(subst ., ,$(VERSION)))
SONAME := libplaces.so.$(MAJOR)

# Static Swift runtime, so that users need none; only places_* exported; no run path; no signal handler
# of the runtime in the host and no names of characters (--wrap, see Sources/CPlacesShim); never unloaded
# (its threads would run on). Each function in a section of its own: what nobody calls is left out, and what is often
# called lies together, in few pages (tools/profile.sh).
LINK_FLAGS := --disable-local-rpath -Xswiftc -static-stdlib -Xswiftc -no-toolchain-stdlib-rpath \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -use-ld=lld \
	-Xlinker --version-script=$(CURDIR)/packaging/libplaces.map -Xlinker -soname=$(SONAME) \
	-Xlinker --wrap=_swift_installCrashHandler -Xlinker --wrap=_swift_stdlib_getScalarName \
	-Xlinker --as-needed -Xlinker --gc-sections -Xlinker --icf=all -Xlinker -z -Xlinker defs \
	-Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker -z -Xlinker keep-text-section-prefix \
	-Xlinker -z -Xlinker nodelete -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now

SWIFT_INPUTS := Package.swift VERSION packaging/libplaces.map \
	$(wildcard packaging/libplaces.profdata) $(shell find Sources include -type f \
	-not -path 'Sources/places/*' \( -name '*.swift' -o -name '*.c' -o -name '*.h' -o -name '*.modulemap' \))

COMMAND_SOURCES := $(wildcard Sources/places/*.c)
COMMAND_OBJECTS := $(COMMAND_SOURCES:Sources/places/%.c=build/obj/%.o)
COMMAND_FLAGS := -std=c11 -D_POSIX_C_SOURCE=200809L -fPIE -fstack-protector-strong -Wall -Wextra \
	-Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
	-Iinclude -Ibuild/generated

# make V=1 shows the commands.
Q := $(if $(V),,@)

.PHONY: build demo data check cases fuzz profile bench quality install uninstall format lint clean tables
.DELETE_ON_ERROR:

build: build/places build/installed/places build/libplaces.so

# --- set-up -----------------------------------------------------------------------------------------

build/.setup-%: tools/setup.sh tools/requirements.txt
	@mkdir -p build
	@tools/setup.sh $*
	@touch $@

# --- library ----------------------------------------------------------------------------------------

build/libplaces.so.$(VERSION): $(SWIFT_INPUTS) | build/.setup-build
	@echo "swift build: libplaces.so $(VERSION), release; some minutes the first time"
	$(Q)SWIFT='$(SWIFT)' tools/profile.sh forget
	$(Q)$(SWIFT) build -c release --product places $$(SWIFT='$(SWIFT)' tools/profile.sh flags) $(LINK_FLAGS)
	$(Q)strip --strip-unneeded -o $@ .build/release/libplaces.so

build/$(SONAME): build/libplaces.so.$(VERSION)
	$(Q)ln -sf $(<F) $@

build/libplaces.so: build/$(SONAME)
	$(Q)ln -sf $(<F) $@

# --- command ----------------------------------------------------------------------------------------

build/generated/osm_export_config.h: data/osmium-export.json
	@mkdir -p $(@D)
	$(Q){ echo 'static const char osm_export_config[] ='; \
	  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/.*/    "&\\n"/' $<; \
	  echo '    ;'; } >$@

build/obj/%.o: Sources/places/%.c $(wildcard Sources/places/*.h) include/places.h \
		build/generated/osm_export_config.h | build/.setup-build
	@mkdir -p $(@D)
	@echo "cc $<"
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(COMMAND_FLAGS) -c -o $@ $<

# The one in the tree finds the library beside it; the one that is installed has no run path.
build/places: $(COMMAND_OBJECTS) build/libplaces.so
	@echo "cc $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -pie -o $@ $(COMMAND_OBJECTS) -Lbuild -lplaces -Wl,-rpath,'$$ORIGIN'

build/installed/places: $(COMMAND_OBJECTS) build/libplaces.so
	@mkdir -p $(@D)
	@echo "cc $@"
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -pie -s -o $@ $(COMMAND_OBJECTS) -Lbuild -lplaces

# --- data and demo ----------------------------------------------------------------------------------

data: build | build/.setup-demo
	@tools/build-data.sh

demo: data
	@tools/demo.sh

# --- checks -----------------------------------------------------------------------------------------

check: build | build/.setup-check
	@tools/check.sh

# CASES is a file of field cases; the head of Tests/cases/run.py describes it. Without: the project's own.
cases: build | build/.setup-check
	@.venv/bin/python Tests/cases/run.py $(if $(CASES),'$(CASES)')

# make fuzz SECONDS=600: each target once, for so long. See the head of tools/fuzz.sh.
SECONDS ?= 60
fuzz: | build/.setup-build
	tools/fuzz.sh $(SECONDS)

# Which paths are taken how often: after changes to the search.
profile: data
	@tools/profile.sh

# Ours beside its peers on the same data in the same run.
bench: data | build/.setup-bench
	bench/run.sh
	bench/typing.sh
	build/bench-venv/bin/python bench/service/run.py

# CASES is a table of queries and expected places, EXTRACTS a folder of OpenStreetMap extracts as tables; the heads of
# bench/quality.py and bench/extracts.py describe them.
quality: data
	@[ -n '$(CASES)$(EXTRACTS)' ] || { echo 'usage: make quality [CASES=FILE] [EXTRACTS=DIR]' >&2; exit 2; }
	$(if $(CASES),$(PYTHON) bench/quality.py '$(CASES)' --require)
	$(if $(EXTRACTS),$(PYTHON) bench/extracts.py '$(EXTRACTS)' --require)

# Formatters are those of the Swift toolchain and of Debian; neither touches what a program generated.
C_FILES = $(shell git ls-files '*.c' '*.h' '*.hpp' '*.cpp' | grep -v 'width_table\.h$$')

format: | build/.setup-check
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests
	clang-format -i $(C_FILES)
	.venv/bin/ruff check --fix --quiet data tools Tests bindings examples

lint: | build/.setup-check
	@tools/lint.sh

tables:
	$(PYTHON) tools/embed-tables.py
	$(PYTHON) tools/width-table.py

# --- install ----------------------------------------------------------------------------------------

install: build
	install -d '$(DESTDIR)$(BINDIR)' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(INCLUDEDIR)' \
		'$(DESTDIR)$(DATADIR)/man/man1' '$(DESTDIR)$(DATADIR)/bash-completion/completions' \
		'$(DESTDIR)$(DATADIR)/zsh/site-functions' '$(DESTDIR)$(DATADIR)/fish/vendor_completions.d'
	install -m 755 build/installed/places '$(DESTDIR)$(BINDIR)/places'
	install -m 644 build/libplaces.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/libplaces.so.$(VERSION)'
	ln -sf libplaces.so.$(VERSION) '$(DESTDIR)$(LIBDIR)/$(SONAME)'
	ln -sf $(SONAME) '$(DESTDIR)$(LIBDIR)/libplaces.so'
	install -m 644 include/places.h '$(DESTDIR)$(INCLUDEDIR)/places.h'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
		-e 's|@VERSION@|$(VERSION)|' packaging/libplaces.pc.in \
		>'$(DESTDIR)$(LIBDIR)/pkgconfig/libplaces.pc'
	install -m 644 docs/man/places.1 '$(DESTDIR)$(DATADIR)/man/man1/places.1'
	install -m 644 packaging/completions/places.bash \
		'$(DESTDIR)$(DATADIR)/bash-completion/completions/places'
	install -m 644 packaging/completions/_places '$(DESTDIR)$(DATADIR)/zsh/site-functions/_places'
	install -m 644 packaging/completions/places.fish \
		'$(DESTDIR)$(DATADIR)/fish/vendor_completions.d/places.fish'
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" = 0 ]; then ldconfig || true; fi

uninstall:
	rm -f '$(DESTDIR)$(BINDIR)/places' '$(DESTDIR)$(INCLUDEDIR)/places.h' \
		'$(DESTDIR)$(LIBDIR)/libplaces.so' '$(DESTDIR)$(LIBDIR)/$(SONAME)' \
		'$(DESTDIR)$(LIBDIR)/libplaces.so.$(VERSION)' '$(DESTDIR)$(LIBDIR)/pkgconfig/libplaces.pc' \
		'$(DESTDIR)$(DATADIR)/man/man1/places.1' \
		'$(DESTDIR)$(DATADIR)/bash-completion/completions/places' \
		'$(DESTDIR)$(DATADIR)/zsh/site-functions/_places' \
		'$(DESTDIR)$(DATADIR)/fish/vendor_completions.d/places.fish'

clean:
	rm -rf build .build
