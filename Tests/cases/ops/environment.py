"""environment: settings of the process and servers as given: certificates, proxies, addresses."""

from __future__ import annotations

import os
import re
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import places
import trustme

from checking import CannotApply, Findings
from codes import code_of, codes_in, means
from params import mode_of
from services import Close, Outcome, Seen, Server, answer, backends, call, client_for, empty_answer, folder
from words import clauses

_KNOWN = {"api_ca_file", "api_ca_folder", "api_ca_dir", "env", "server", "api_proxy", "proxy", "note", "base_url"}


class World:
    """Two authorities: the test's own, and one that nobody knows."""

    def __init__(self) -> None:
        self.folder = folder()
        self.known, self.unknown = trustme.CA(), trustme.CA()
        self.file = self.folder / "authority.pem"
        self.known.cert_pem.write_to_path(str(self.file))
        self.hashed = self.folder / "hashed"
        self.hashed.mkdir()
        self.known.cert_pem.write_to_path(str(self.hashed / "authority.pem"))
        self.other_file = self.folder / "other.pem"
        self.unknown.cert_pem.write_to_path(str(self.other_file))

    def path(self, phrase: str) -> str:
        """A file that a case speaks of: "test CA", "a path that does not exist", "another CA"."""
        if re.search(r"not exist|missing", phrase):
            return "/nonexistent/authority.pem"
        if re.search(r"empty", phrase):
            empty = self.folder / "empty.pem"
            empty.write_text("")
            return str(empty)
        if re.search(r"unknown|another|other|wrong", phrase):
            return str(self.other_file)
        if re.search(r"folder|dir", phrase):
            return self.rehashed()
        if re.search(r"test ca", phrase, re.I):
            return str(self.file)
        return phrase

    def rehashed(self) -> str:
        if os.system(f"openssl rehash '{self.hashed}' >/dev/null 2>&1") != 0:
            raise CannotApply("openssl is not on this machine, so there is no folder of certificates")
        return str(self.hashed)

    def tls(self, phrase: str) -> ssl.SSLContext:
        if re.search(r"expired", phrase):
            import datetime

            past = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC)
            leaf = self.known.issue_cert("127.0.0.1", not_before=past, not_after=past + datetime.timedelta(days=1))
        elif re.search(r"another (host|name)|wrong (host|name)", phrase):
            leaf = self.known.issue_cert("example.org")
        elif re.search(r"unknown CA|self-signed|untrusted", phrase, re.I):
            leaf = self.unknown.issue_cert("127.0.0.1", "::1")
        else:
            leaf = self.known.issue_cert("127.0.0.1", "::1", "localhost")
        made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        leaf.configure_cert(made)
        return made


def run(case: dict[str, Any], expected: dict[str, Any], findings: Findings) -> None:
    for key in case.keys() - {"op", "cases", "backend", "backends", "note"}:
        findings.unknown(key, "key of input")
    for key in expected.keys() - {"results", "note"}:
        findings.unknown(key)
    world = World()
    for number, (one, wanted) in enumerate(zip(case["cases"], expected["results"])):
        unknown = one.keys() - _KNOWN
        if unknown:
            findings.unknown(sorted(unknown)[0], "key of a case")
            continue
        for backend in backends(case):
            try:
                outcome, seen = ask(world, one, backend)
            except CannotApply as reason:
                findings.skip(f"case {number + 1}", str(reason))
                continue
            for clause in clauses(wanted):
                _check(clause, one, world, outcome, seen, findings, f"{backend}, case {number + 1}: {clause}")


def ask(world: World, one: dict[str, Any], backend: str) -> tuple[Outcome, dict[str, list[Seen]]]:
    settings: dict[str, Any] = {"retries": 0}
    if "api_ca_file" in one:
        settings["ca_file"] = world.path(one["api_ca_file"])
    for key in ("api_ca_folder", "api_ca_dir"):
        if key in one:
            phrase = one[key]
            settings["ca_folder"] = world.rehashed() if "test" in phrase.lower() else world.path(phrase)
    server_phrase = one.get("server", "TLS on loopback")
    with ExitStack() as stack:
        server = stack.enter_context(_server(world, server_phrase))
        proxy = stack.enter_context(Server(script=_proxying(server)))
        url = _url(server, server_phrase)
        for key in ("api_proxy", "proxy"):
            if key in one:
                settings["proxy"] = _proxy(one[key], proxy)
        stack.enter_context(environment(world, one.get("env", {}), proxy))
        with client_for(url, backend, **settings) as client:
            outcome = call(client.submit, places.Request("a", mode=mode_of(backend)))
            if re.search(r"closes|idle|keep-alive|retired|restart", server_phrase):
                outcome = call(client.submit, places.Request("ab", mode=mode_of(backend)))
        return outcome, {"server": list(server.seen), "proxy": list(proxy.seen)}


def _server(world: World, phrase: str) -> Server:
    host = "::1" if re.search(r"IPv6|::1", phrase) else "127.0.0.1"
    tls = world.tls(phrase) if re.search(r"TLS|https", phrase) else None
    if re.search(r"closes|idle|retired", phrase):

        def script(seen: Seen) -> Any:
            # The answer promises a connection that is then gone.
            return [*empty_answer(seen), 0.02, Close()]

        return Server(script=script, tls=tls, host=host)
    return Server(script=empty_answer, tls=tls, host=host)


def _url(server: Server, phrase: str) -> str:
    # localhost is ::1 as well as 127.0.0.1; only the one listens.
    return server.url.replace("127.0.0.1", "localhost") if re.search(r"localhost|IPv4 only", phrase) else server.url


def _proxying(target: Server) -> Any:
    return lambda seen: empty_answer(seen) if seen.method != "CONNECT" else answer(502, "")


def _proxy(phrase: str, proxy: Server) -> str:
    if phrase in ("", "none"):
        return ""
    return phrase if re.match(r"(https?|socks\w*)://", phrase) and "PORT" not in phrase else proxy.url


@contextmanager
def environment(world: World, values: dict[str, str], proxy: Server) -> Iterator[None]:
    before = dict(os.environ)
    try:
        for name, phrase in values.items():
            if name.lower().endswith("_proxy") and name.lower() != "no_proxy":
                os.environ[name] = _proxy(phrase, proxy)
            elif name == "SSL_CERT_DIR" and "test" in phrase.lower():
                os.environ[name] = world.rehashed()
            else:
                os.environ[name] = world.path(phrase)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _check(
    clause: str,
    one: dict[str, Any],
    world: World,
    outcome: Outcome,
    seen: dict[str, list[Seen]],
    findings: Findings,
    what: str,
) -> None:
    found = "ok" if outcome.error is None else f"{code_of(outcome.error)}: {outcome.error}"
    plain = re.sub(r"\s*\([^()]*\)", "", clause).strip()
    if plain == "ok" or plain.startswith("ok "):
        findings.check(what, outcome.error is None, clause, found)
    elif re.match(r"message names the (file|folder|path|proxy|host)", plain):
        path = Path(world.path(one.get("api_ca_file") or one.get("api_ca_folder") or one.get("api_ca_dir") or ""))
        findings.check(what, str(path) in outcome.message, str(path), outcome.message)
    elif re.search(r"(not|never) (through|via|by) the proxy|direct", plain):
        findings.check(what, not seen["proxy"], clause, [each.target for each in seen["proxy"]])
    elif re.search(r"(through|via|by) the proxy", plain):
        findings.check(what, bool(seen["proxy"]), clause, found)
    elif codes_in(plain):
        holds = outcome.error is not None and any(means(code, code_of(outcome.error)) for code in codes_in(plain))
        findings.check(what, holds, clause, found)
    elif mentioned := re.match(r"message (?:names|says|contains|mentions) (.+)", plain):
        findings.check(what, mentioned[1].strip("'\"").casefold() in outcome.message.casefold(), clause, found)
    else:
        findings.skip(what, "unknown phrase")
