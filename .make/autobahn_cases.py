"""Runs the cases of the Autobahn WebSocket test suite with a client: autobahn_cases.py CASES PORT-FILE.

The suite's own server needs Python 2; its cases do not. CASES is the folder autobahntestsuite/case of its source. The texts in
those files are bytes for Python 2, so this reads the files as Latin-1, turns each text into the bytes of that encoding when a
case sends it, and what arrives into a text again. The client asks for the number of cases, runs each, and asks for the reports;
then this prints the cases that failed, and ends with exit code 1 if there are any. It leaves out the cases of compression,
which the client does not offer.
"""

import binascii
import builtins
import importlib.abc
import importlib.util
import os
import re
import sys
import types

import zope.interface
from autobahn.twisted.websocket import WebSocketServerFactory, WebSocketServerProtocol
from autobahn.websocket.utf8validator import Utf8Validator
from twisted.internet import reactor

folder, port_file = sys.argv[1:]


def octets(text):
    return text.encode("latin-1") if isinstance(text, str) else text


def text(octets):
    return octets.decode("latin-1") if isinstance(octets, bytes) else octets


# What the files use of Python 2, and of old libraries.


class Loader(importlib.abc.SourceLoader):
    def __init__(self, path):
        self.path = path

    def get_filename(self, name):
        return self.path

    def get_data(self, path):
        with open(path, "rb") as file:
            source = text(file.read()).replace("\r\n", "\n")
        for pattern, replacement in [
            (r"(?m)^#.*coding.*$", ""),
            (r"(?m)^(\s*)print (.*)$", r"\1print(\2)"),
            (r"\(object, Case, \)", "(Case,)"),
            (r"\) / self\.p\.", ") // self.p."),
        ]:
            source = re.sub(pattern, replacement, source)
        return source.encode("utf-8")


class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        file = os.path.join(folder, ("__init__" if name == "cases" else name) + ".py")
        if "." in name or not os.path.exists(file):
            return None
        return importlib.util.spec_from_loader(name, Loader(file))


class Character(str):
    def encode(self, *rest):
        return text(super().encode(*rest))


sys.dont_write_bytecode = True
sys.meta_path.insert(0, Finder())
builtins.xrange = range
builtins.unichr = lambda number: Character(chr(number))
zope.interface.implements = lambda *interfaces: None
hexadecimal, validate = binascii.b2a_hex, Utf8Validator.validate
binascii.b2a_hex = lambda data: text(hexadecimal(octets(data)))
Utf8Validator.validate = lambda self, data: validate(self, octets(data))
compression = sys.modules["case12_x_x"] = types.ModuleType("case12_x_x")
compression.Case12_X_X, compression.Case13_X_X = [], []
compression.Case12_X_X_CaseSubCategories, compression.Case13_X_X_CaseSubCategories = {}, {}

from case import Case  # noqa: E402
from cases import Cases  # noqa: E402

Case.compare = lambda self, one, other: one == other
outcomes = {}


class Peer(WebSocketServerProtocol):
    """A connection of the client: what a case calls `self.p`."""

    case = None
    connectionWasOpen = False
    createWirelog = False
    # For the case that counts the frames it sends.
    logFrames = True

    def onConnect(self, request):
        self.txFrameStats = {}
        if request.path == "/runCase":
            self.number = int(request.params["case"][0])
            self.case = Cases[self.number - 1](self)

    def onOpen(self):
        self.connectionWasOpen = True
        if self.case:
            return self.case.onOpen()
        if self.http_request_path == "/getCaseCount":
            self.sendMessage(str(len(Cases)))
        else:
            reactor.callLater(0.5, reactor.stop)
        self.sendClose()

    def onMessage(self, payload, isBinary):
        if self.case:
            self.case.onMessage(text(payload), isBinary)

    def onPing(self, payload):
        if self.case:
            self.case.onPing(text(payload))
        super().onPing(payload)

    def onPong(self, payload):
        if self.case:
            self.case.onPong(text(payload))

    def onClose(self, was_clean, code, reason):
        if self.case:
            self.case.onClose(was_clean, code, reason)

    def connectionLost(self, reason):
        super().connectionLost(reason)
        if self.case:
            self.case.onConnectionLost(self.failedByMe)
            outcomes[self.number] = (self.case, self.wasNotCleanReason)

    def sendFrame(self, opcode, payload=b"", **rest):
        super().sendFrame(opcode=opcode, payload=octets(payload), **rest)

    def sendMessage(self, payload, isBinary=False, **rest):
        super().sendMessage(octets(payload), isBinary, **rest)

    def sendPing(self, payload=None):
        super().sendPing(octets(payload))

    def sendMessageFrameData(self, payload, sync=False):
        return super().sendMessageFrameData(octets(payload), sync)

    def sendCloseFrame(self, code=None, reasonUtf8=None, isReply=False):
        super().sendCloseFrame(code, octets(reasonUtf8), isReply)

    def continueLater(self, delay, body, tag=None):
        reactor.callLater(delay, lambda: self.state != self.STATE_CLOSED and body())

    def killAfter(self, delay):
        self.continueLater(delay, self._fail_connection)

    def closeAfter(self, delay):
        self.continueLater(delay, self.sendClose)

    def enableWirelog(self, is_on):
        pass

    def logTxFrame(self, header, *rest):
        self.txFrameStats[header.opcode] = self.txFrameStats.get(header.opcode, 0) + 1

    def logRxFrame(self, *rest):
        pass


factory = WebSocketServerFactory()
factory.protocol = Peer
# The cases send mistakes, and judge themselves what arrives.
factory.setProtocolOptions(failByDrop=False, utf8validateIncoming=False)
port = reactor.listenTCP(0, factory, interface="127.0.0.1").getHost().port
with open(port_file + ".new", "w") as file:
    file.write(str(port))
os.rename(port_file + ".new", port_file)
reactor.run()

accepted = {Case.OK, Case.NON_STRICT, Case.INFORMATIONAL}
failed = 0
for number, kind in enumerate(Cases, 1):
    name = kind.__name__[4:].replace("_", ".")
    case, reason = outcomes.get(number, (None, None))
    if not case:
        failed += 1
        print(f"{name}: not run")
    elif not {case.behavior, case.behaviorClose} <= accepted:
        failed += 1
        print(f"{name}: {case.behavior}, close {case.behaviorClose}: {case.result} {case.resultClose} {reason or ''}")
print(f"{len(Cases)} cases, {failed} failed" if failed else f"{len(Cases)} cases passed")
sys.exit(1 if failed else 0)
