# SPDX-License-Identifier: MIT
"""Amazon CloudFront's standard logs."""

import re

from readers import fields, w3c

STANDARD = (
    "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer)"
    " cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header"
    " cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher"
    " x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port"
    " time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len"
    " sc-range-start sc-range-end")


class Reader(w3c.Reader):
    columns = STANDARD.split()
    separator = b"\t"
    value = re.compile(rb"[^\x00-\x1f\x7f]+")

    @staticmethod
    def value_of(name, text):
        return fields.seconds(text, 0) if name == "duration" else text


def make(dice):
    return w3c.make_line(dice, STANDARD.split(), b"\t")
