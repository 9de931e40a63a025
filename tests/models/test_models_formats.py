"""Formats are read by their RFCs, and what comes in goes out as an equal value."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from specloom.runtime.scalars import (
    Date,
    DateTime,
    DecimalNumber,
    DecimalText,
    Float,
    Int,
    Integer,
    Number,
    String,
    Time,
    Uuid,
)


def takes(type_: Any, text: str) -> bool:
    try:
        TypeAdapter(type_).validate_json(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("type_", "fitting", "other"),
    [
        (
            DateTime,
            ["1998-12-31T23:59:60Z", "1998-12-31T15:59:60.123-08:00", "2020-01-01t00:00:00z"],
            ["1998-12-31T22:59:60Z", "1998-12-30T23:59:60Z", "2020-01-01T24:00:00Z", "0000-01-01T00:00:00Z"],
        ),
        (
            DateTime,
            ["2020-01-01T00:00:00.123456789Z", "2020-01-01T00:00:00+23:59"],
            ["2020-01-01T00:00:00+24:00", "2020-01-01T00:00:00", "9999-12-31T23:59:60Z", "1577836800"],
        ),
        (Time, ["23:59:60Z", "01:29:60+01:30", "10:00:00z"], ["22:59:60Z", "23:59:61Z", "10:00:00"]),
        (DecimalText, ["1.10", "-0.0", "1e5", "007"], ["NaN", "Infinity", "+1", ".5", "1.", ""]),
    ],
)
def test_texts_are_decided_by_their_rfc(type_: Any, fitting: list[str], other: list[str]) -> None:
    for text in fitting:
        assert takes(type_, f'"{text}"'), text
    for text in other:
        assert not takes(type_, f'"{text}"'), text


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (DateTime, '"1998-12-31T23:59:60Z"'),
        (DateTime, '"2020-01-01T00:00:00.123456789+02:00"'),
        (Time, '"23:59:60Z"'),
        (DecimalText, '"12345678901234567890.12345678901234567890"'),
        (DecimalNumber, "12345678901234567890123"),
        (DecimalNumber, "0.1"),
        (DecimalNumber, "-5"),
        (Int, "100000000000000000000000"),
    ],
)
def test_what_python_cannot_hold_comes_out_as_it_went_in(type_: Any, text: str) -> None:
    adapter = TypeAdapter(type_)
    read = adapter.validate_json(text)
    for value in (read, copy.deepcopy(read), pickle.loads(pickle.dumps(read)), adapter.validate_python(read)):
        assert adapter.dump_json(value).decode() == text


def test_a_changed_moment_is_written_as_it_is_now() -> None:
    adapter = TypeAdapter(DateTime)
    read = adapter.validate_json('"1998-12-31T23:59:60Z"')
    assert adapter.dump_json(read.replace(year=2000)) == b'"2000-12-31T23:59:59.999999Z"'


@given(
    st.datetimes(timezones=st.integers(-1439, 1439).map(lambda m: timezone(timedelta(minutes=m)))),
    st.text("0123456789", max_size=9),
)
def test_every_date_time_comes_back_as_the_same_moment(moment: datetime, digits: str) -> None:
    adapter = TypeAdapter(DateTime)
    assert adapter.validate_json(adapter.dump_json(moment)) == moment
    text = moment.isoformat(timespec="seconds").replace("+00:00", "Z") + ""
    if digits:
        text = f"{text[:19]}.{digits}{text[19:]}"
    written = adapter.dump_json(adapter.validate_json(f'"{text}"')).decode()
    assert adapter.validate_json(written) == adapter.validate_json(f'"{text}"')
    assert Fraction(f"0{_fraction(written)}") == Fraction(f"0{_fraction(text)}")


def _fraction(text: str) -> str:
    after = text.strip('"')[19:]
    return after.rstrip("Zz").split("+")[0].split("-")[0] or ".0"


def test_an_offset_of_seconds_is_written_in_utc() -> None:
    odd = datetime(2020, 1, 1, tzinfo=timezone(timedelta(seconds=90)))
    assert TypeAdapter(DateTime).dump_json(odd) == b'"2019-12-31T23:58:30Z"'
    assert TypeAdapter(DateTime).dump_json(datetime(2020, 1, 1, tzinfo=UTC)) == b'"2020-01-01T00:00:00Z"'


@pytest.mark.parametrize(
    ("type_", "fitting", "other"),
    [
        (Int, ["1.0", "1e3"], ["1.0000000001", "10000000000.5"]),
        (Annotated[int, Integer(format="uint8")], ["0", "255.0"], ["-1", "256"]),
        (Annotated[int, Integer(format="double-int")], ["9007199254740991"], ["9007199254740992"]),
        (Annotated[int, Integer(format="int32", asserted=False)], ["2147483648"], ["1.5"]),
        (Annotated[float, Number(format="int32")], ["1.0", "7"], ["1.5", "2147483648"]),
        (Annotated[float, Number(format="float")], ["3.4e38", "0.1"], ["3.5e38", "-3.5e38"]),
        (Annotated[float, Number(format="double")], ["1.7e308"], ["1e309"]),
        (
            Annotated[float, Number(minimum=0.5, exclusive_maximum=3)],
            ["0.5", "1", "2.999"],
            ["0", "3", "3.0"],
        ),
        (Annotated[float, Number(maximum=2**53 + 1)], ["9007199254740993"], ["9007199254740994"]),
        (
            Annotated[float, Number(maximum=2**60)],
            ["1152921504606846976", "1152921504606846975", "1.1529215046068467e18"],
            ["1152921504606846977", "1.152921504606847e18", "1e999"],
        ),
        (Annotated[float, Number(minimum=10**400)], ["1" + "0" * 400], ["1e308", "9" * 400]),
        (
            Annotated[float, Number(format="float")],
            ["3.4028234663852886e38"],
            ["340282346638528860" + "0" * 20 + "1"],
        ),
        (Annotated[int, Integer(multiple_of=2)], ["9007199254740992"], ["9007199254740993", "1e999", "true"]),
        (Annotated[int, Integer(multiple_of=1.5)], ["3", "-6.0", "0"], ["1", "2", "1.5"]),
        (
            Annotated[int, Integer(minimum=10**20)],
            ["1e20", "100000000000000000000"],
            ["99999999999999999999"],
        ),
        (Annotated[float, Number(multiple_of=0.123456789)], ["0.246913578"], ["1e308"]),
        (Annotated[float, Number(multiple_of=1e-8)], ["12391239123", "1e-8", "1e308"], ["1e-9"]),
        (Annotated[int, Integer(multiple_of=0.5)], ["1e308"], ["0.5"]),
        (Annotated[Decimal, Number(minimum=0, multiple_of=0.01)], ["1.10", "3"], ["-1", "1.105", '"1"']),
    ],
)
def test_numbers_are_decided_as_decimals(type_: Any, fitting: list[str], other: list[str]) -> None:
    for text in fitting:
        assert takes(type_, text), text
    for text in other:
        assert not takes(type_, text), text


@given(st.decimals(-(10**6), 10**6, places=4), st.decimals("0.0001", 100, places=4))
def test_multiples_are_those_of_decimals(value: Decimal, of: Decimal) -> None:
    wanted = Fraction(str(float(value))) % Fraction(str(float(of))) == 0
    assert takes(Annotated[float, Number(multiple_of=float(of))], repr(float(value))) == wanted


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**70), 2**70))
def test_numbers_come_out_equal(value: float) -> None:
    for type_ in (Float, DecimalNumber):
        adapter: TypeAdapter[Any] = TypeAdapter(type_)
        assert Fraction(adapter.dump_json(adapter.validate_json(repr(value))).decode()) == Fraction(
            repr(value)
        )


def test_what_is_out_of_limits_is_one_error_that_tells_them() -> None:
    limited: Any = Annotated[int, Integer(minimum=1, exclusive_maximum=9, multiple_of=2)]
    for text in ("0", "9", "3", "1.5", '"2"'):
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(list[limited]).validate_json(f"[{text}]")
        (error,) = caught.value.errors()
        assert (error["loc"], error["type"]) == ((0,), "integer")
        assert error["msg"] == "Input should be an integer, at least 1 and less than 9 and a multiple of 2"


@pytest.mark.parametrize("given_", [Decimal("1.23456789012345678901"), Decimal("1e400"), Decimal("NaN")])
def test_a_decimal_that_no_number_of_json_says_is_refused(given_: Decimal) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(DecimalNumber).validate_python(given_)


def test_limits_of_a_text_hold_for_a_python_value_too() -> None:
    adapter = TypeAdapter(Annotated[Decimal, String(format="decimal", pattern=r"^\d+\.\d\d$")])
    assert adapter.validate_python(Decimal("1.10")) == Decimal("1.1")
    with pytest.raises(ValidationError):
        adapter.validate_python(Decimal("1.1"))


@pytest.mark.parametrize(
    ("format_", "fitting", "other"),
    [
        ("email", ["a@b.co", '"a b"@c.d', "a@[127.0.0.1]", "a@[IPv6:::1]"], ["a b@c", ".a@b", "é@b.c", "a@"]),
        ("idn-email", ["é@bücher.de"], ["a"]),
        ("hostname", ["a.b", "xn--bcher-kva"], ["-a", "a_b", "xn--X", "a" * 64, "a.", ""]),
        ("idn-hostname", ["bücher.example"], ["a b"]),
        ("ipv4", ["1.2.3.4"], ["01.2.3.4", "1.2.3", "1.2.3.256", "１.2.3.4"]),
        ("ipv6", ["::1", "::ffff:1.2.3.4"], ["::1%a", "1::2::3", "12345::"]),
        (
            "uri",
            ["http://a/b?c#d", "a:b", "http://[::1]:80/"],
            ["//a", "http://[::g]/", "a b:c", "a:%zz", "a:é"],
        ),
        ("uri-reference", ["/a", "", "?q", "//h/p", "a:b"], ["a b", "1:b"]),
        ("iri", ["http://é/ü"], ["/é"]),
        ("iri-reference", ["/é"], ["é é"]),
        ("uri-template", ["http://{a}/{+b*}", "{a:3}"], ["{", "{}"]),
        ("json-pointer", ["", "/a~1"], ["a", "/~2"]),
        ("relative-json-pointer", ["0#", "1/a"], ["01", "/a"]),
        ("duration", ["P1D", "P1Y2M3DT4H5M6S", "PT1M", "P1W"], ["P", "PT", "P1Y1D", "PT1H1S", "P1.5D", "1D"]),
        ("byte", ["", "YQ=="], ["YQ=", "Y", "Y Q="]),
        ("of-nobody", ["anything"], []),
    ],
)
def test_formats_without_a_type_are_checked_where_they_are_asserted(
    format_: str, fitting: list[str], other: list[str]
) -> None:
    asserted = TypeAdapter(Annotated[str, String(format=format_, asserted=True)])
    said = TypeAdapter(Annotated[str, String(format=format_)])
    for text in [*fitting, *other]:
        assert said.validate_python(text) == text
    for text in fitting:
        assert asserted.validate_python(text) == text
    for text in other:
        with pytest.raises(ValidationError, match=format_):
            asserted.validate_python(text)


@pytest.mark.parametrize("type_", [Date, DateTime, DecimalText, Time, Uuid])
def test_a_text_that_is_not_of_its_format_is_one_error_that_names_it(type_: Any) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(type_)
    for read, value in ((adapter.validate_json, '"x"'), (adapter.validate_python, "x")):
        with pytest.raises(ValidationError) as found:
            read(value)
        (said,) = found.value.errors()
        assert said["type"] == "format"
        assert said["msg"].startswith("Input should be text of the format ")
