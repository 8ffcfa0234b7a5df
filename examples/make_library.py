"""Makes the binary documents of the example library: Word, PowerPoint, EPUB, PDF and a picture.

Run it as `python examples/make_library.py`. Nothing in the files depends on the clock or on the machine, so a second
run writes the same bytes. Word, EPUB and PDF are written here byte by byte, with nothing but the standard library;
their bytes are the same everywhere. The slides and the picture are also at the mercy of python-pptx and Pillow.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from PIL.ImageDraw import ImageDraw
    from pptx.presentation import Presentation
    from pptx.slide import Slide

LIBRARY = Path(__file__).parent / "library"
STAMP = datetime(2025, 4, 2, 9, 0, tzinfo=UTC)
XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

# --- The texts -------------------------------------------------------------------------------------------------------
# One small markup for all of them: blocks are separated by blank lines; `# ` and `## ` are headings, `- ` list items,
# lines that begin with `|` a table. Word only: {+inserted+}, {-deleted-}, {^footnote^}, {=remarked on=|remark}.
# PDF only: `%` begins the next column, `~` is where a word may be hyphenated.

MEETING = """
# Annual meeting, 13 March 2025

Held in the net loft at Holmhaven, from 19:00. Ada Lindqvist took the chair, Grace Okafor presented the accounts, and
Emmy Brandt kept the minutes, for the first time and under protest. Seventy-one members were present and nineteen had
given a proxy.{^A proxy is a signed note. One member sent a postcard of a lighthouse, which was admitted.^}

## Report of the chair

Ada called it a year in three parts: the best August we ever had, the worst November, and a February that we brought
upon ourselves. The boat carried {-23,480-}{+24,312+} passengers. She thanked the crew for the night of the storm and
the members for the weeks after it. She repeated before the meeting what she had said in November: that the chains of
the outer pontoon ought to have been renewed in the summer, and that putting it off had been a mistake.

## Accounts and insurance

The storm damage came to EUR 26,600. Leyside Mutual paid EUR 20,650 on 4 March. The ticket hut was not covered, because
the building policy excludes flood; together with the excess of EUR 2,500 this leaves EUR 5,950 for the association to
bear. The premium rises from EUR 4,380 to EUR 4,920. The auditors found the books in order, apart from a button.

The meeting decided, with two votes against:

- to take flood cover for the hut from 2026, at EUR 210 a year;
- to have all four chains inspected every spring and to keep the certificate ashore;
- to lift the gangway whenever a gale is forecast within two days of a spring tide.

## Budget for 2025

| Income | Amount | Expenditure | Amount |
| Fares | EUR 71,400 | Wages | EUR 46,200 |
| Subscriptions, 208 members | EUR 6,240 | Fuel | EUR 17,900 |
| Grant from the town | EUR 18,000 | Engine maintenance | EUR 8,750 |
| Charter and festival | EUR 5,360 | Insurance premium | EUR 4,920 |
|  |  | Harbour dues | EUR 3,600 |
|  |  | Ticket hut and excess | EUR 5,950 |
|  |  | Reserve for the overhaul of 2026 | EUR 12,000 |
|  |  | Office and printing | EUR 980 |
| Total | EUR 101,000 | Total | EUR 100,300 |

The surplus is EUR 700. The subscription stays at {-EUR 36-}{+EUR 30+}. The amount for engine maintenance includes
{=EUR 1,250 for the relief valve=|Paid on 19 February. The insurer declined, since the oil change was overdue.}
that failed in February.{^See the minutes of 6 February, which are in German.^} A member asked whether the overhaul
could wait until 2027. Kenji Morita answered that the engine could be asked, but that it had already answered once.

## Elections

Ada Lindqvist, Grace Okafor and Hinnerk Voss were elected again, Ada with three abstentions, of which one was her own.
Kenji remains engineer. The meeting elected Paul Nairn to the new office of keeper of the chains, to loud laughter and
then, on reflection, to applause.

## Summer timetable

From 1 April the ferry leaves Holmhaven every two hours from 07:30 to 17:30, and Wiek every two hours from 08:20 to
18:20. The pontoon returns on 14 March, so that the early boat can sail at its proper hour on every tide.

Closed at 21:40. The soup was leek.
"""

SHORES = (
    (
        "Das erste Ufer",
        """
## Der Netzboden

Der Netzboden über dem Schiffsausrüster riecht nach Teer, nach Suppe und ein wenig nach dem Klavier. Hier wurde 1961 der
Verein gegründet, von vierzig Haushalten, die eigentlich nur hatten hören wollen, ob die Post weiterhin kommt. Meine
Großmutter war dabei. Sie sagte, es habe zwei Stunden lang niemand das Wort Verein benutzt, und dann alle auf einmal.

Man legte je eine Mark oder ein Pfund in einen Hut. Der Hut hängt noch da. Er ist in jenem November das einzige Mal seit
der Gründung wieder herumgegangen, und es kamen vierhundertzwölf Euro zusammen und ein Knopf. Grace bewahrt den Knopf in
der Kasse auf, in einem eigenen Fach, und führt ihn in den Büchern als Sachspende.

## Das Klavier

Das Klavier kam 1958 mit dem Postboot, im Regen, zwischen zwei Hühnerkäfigen. Bestellt hatte es eine Lehrerin aus
Holmhaven, abgeholt hat es nie jemand. Der Fährmann stellte es unter, für eine Woche, wie er sagte. Wer es heute
anschlägt, hört vor allem Wetter. Bei Südwest klemmt das tiefe F, bei Ostwind klingt es beinahe richtig, und Hinnerk
behauptet, man könne damit den Luftdruck auf fünf Hektopascal genau bestimmen. Kenji hat es einmal gestimmt. Er sprach
danach zwei Tage lang wenig und sagte dann, ein Motor sei wenigstens ehrlich.
""",
    ),
    (
        "Das zweite Ufer",
        """
## Die Nacht auf dem Wasser

Ich bin oft gefragt worden, ob ich in jener Nacht Angst gehabt habe. Man hat dafür keine Zeit. Paul und ich waren seit
zehn Uhr an Bord. Der Vollmond stand hinter den Wolken, man sah ihn nicht, aber man wusste ihn: Springtide, Hochwasser
um zehn vor eins. Der Pegel lief der Tafel davon, erst vierzig Zentimeter, dann neunzig. Gegen zwanzig vor zwölf brach
die erste Kette des Pontons. Es klingt nicht wie im Film. Es klingt wie ein Schrank, der die Treppe hinunterfällt.

Dann kam der Ponton auf uns zu, groß wie ein Tanzboden, und es war ja auch einer. Er traf uns einmal an Steuerbord.
Ich habe den Motor auf volle Kraft gestellt und mich bei ihm entschuldigt. Um zehn nach zwölf waren wir im Innenhafen,
mit vier Leinen fest und mit einem Fender weniger. Paul hat gezittert und gesagt, das sei die Kälte. Es war die Kälte.
Mir war auch kalt.

## Am Morgen

Am Morgen lag das Hochwasser am Kai nur noch als Streifen aus Tang und Papier. Die Fahrkarten klebten an den Pollern,
blaue für Erwachsene, gelbe für Kinder. Ada stand in Gummistiefeln in der Hütte und las die Versicherungspolice, die
auf Seite neun aufgeweicht war, gerade dort, wo es darauf ankam. Grace fotografierte alles und ließ niemanden etwas
aufheben. Um neun kamen die Kinder aus der Schule mit Schaufeln. Um zehn gab es Suppe. Erst am Nachmittag fiel
jemandem auf, dass die Bank fehlte.
""",
    ),
    (
        "Das dritte Ufer",
        """
## Nebel

Zwischen den beiden Ufern gibt es ein drittes, das man nur bei Nebel sieht. Die Alten nennen es den Mittelgrund, die
Karte auch, aber auf der Karte ist er drei Meter tief. Im Nebel hört man dort Stimmen. Es sind die Stimmen der
Fahrgäste, die vom Dunst zurückkommen, sagt Kenji, und er wird recht haben. Trotzdem spricht auf dieser Strecke keiner
gern von Geld.

Im Februar haben wir auf dem dritten Ufer geankert, neunzehn Fahrgäste, zwei Fahrräder, ein Postsack. Der Öldruck war
weg. Kenji lag unter dem Motor und sprach japanisch mit einem Filter. Ada kochte Tee auf dem Kocher, der eigentlich
für die Leuchtraketen da ist, nein, daneben. Nach einer halben Stunde kannten sich alle. Zwei von ihnen haben im
Sommer geheiratet; sie bestehen darauf, dass sie sich vorher schon gegrüßt hatten.

## Heimkehr

Wer oft genug hin und her fährt, weiß irgendwann nicht mehr, welches Ufer die Heimat ist. Meine Mutter kam aus Wiek,
mein Vater aus Holmhaven, und beide sagten, wenn sie von zu Hause sprachen: drüben. Das Boot braucht fünfunddreißig
Minuten, bei Gegenstrom vierzig. Ich habe ausgerechnet, dass ich davon in meinem Leben bisher drei Jahre verbracht
habe, auf dem Wasser, zwischen zwei Orten, und ich habe mich selten so sehr an einem Ort gefühlt.

Die Bank steht jetzt in Wiek am Strand. Bei Ebbe reicht der Blick von dort bis zum Alten Kai. Manchmal sitzt jemand
darauf, wenn ich vorbeifahre, und hebt die Hand. Dann gebe ich einen kurzen Ton.
""",
    ),
)

HANDBOOK = (
    (
        "The engine at a glance",
        1,
        """
## Data

|Cylinders                  6, in line
|Power                      180 hp at 1,800 rpm
|Cruising speed             1,600 rpm, 24 litres an hour
|Economy speed              1,450 rpm, 19 litres an hour
|Oil                        SAE 15W-40, 22 litres
|Oil pressure, cruising     3.5 to 4.5 bar
|Oil pressure, buzzer       2.0 bar
|Oil pressure, stop         1.5 bar
|Coolant                    76 to 82 degrees

## Before starting

Dip the oil; the level belongs in the upper half of the stick. Open the seawater cock and look at the strainer. Try the
belt with a thumb: it gives by a finger's breadth and no more. Then look under the engine. A dry bilge in the morning
is the best instrument on board, and it needs no calibration.

## Starting and stopping

Preheat for twenty seconds, in frost for forty. Start with the gear in neutral. The oil pressure must show within ten
seconds, otherwise stop. Let the engine warm up at 900 rpm for eight minutes; on a winter morning this is the time in
which the passengers come on board. Before stopping, let it idle for three minutes, so that the heat of the cylinder
heads goes into the water and not into the gaskets.
""",
    ),
    (
        "Oil",
        1,
        """
## Oil pressure

The pressure gauge tells you more about the engine than everything else in the wheel~house. At cruising speed, with
the engine warm, it stands between 3.5 and 4.5 bar. Cold oil is thick and reads higher; that means nothing. What matters
is the same engine at the same speed and the same temperature, week after week. Write it down every Monday.

If the pressure falls below 2.0 bar the buzzer sounds: reduce to idling speed, make the anchor ready and call the
engineer. Below 1.5 bar the lubrication of the main bearings fails within a minute. Stop the engine wherever you are.

Three falling readings in a row are a fault, even if each of them is still within the limits. In January 2025 we read
4.2, 4.1, 3.9 and 3.6 bar and called it the weather. On 3 February it was 1.8 bar.

## Changing the oil and the filter

The maker says every 250 hours. We say every 200, by decision of 6 February 2025. The job takes two hours, of which
one is waiting. Warm the engine, pump the old oil out through the dipstick tube, and unscrew the filter with a bag
around it. Wet the seal of the new filter with clean oil and tighten it by hand, three quarters of a turn after it
touches. Fill in 21 litres, start, stop, wait ten minutes, dip, and add what is missing. Cut the old filter open.
Black sludge is age; glittering sludge is a bearing.

## The relief valve

It sits on the port side under the filter, behind a brass cap. A new spring is 42 mm long. If it has shrunk to 39 mm or
less, the valve opens too early, and the pump works for the bilge. Spring, cone and seals together cost EUR 140 and
ought to be on the shelf; as an emergency repair with two days of labour they cost us EUR 1,250.
""",
    ),
    (
        "Cooling water",
        1,
        """
## Two circuits

Fresh water with antifreeze goes round the engine and never leaves it. Sea water comes in through the strainer, passes
the heat exchanger, and leaves with the exhaust. If white steam follows the boat, there is too little sea water. In nine
cases of ten it is weed in the strainer, in the tenth a plastic bag across the intake. Mussels grow in the intake from
May on; Shiomi recommends a copper grid, and ours has been clean since we fitted one.

## The impeller

The rubber impeller of the seawater pump is replaced every 500 hours, or in spring, whichever comes first. It has eight
blades. If you take out seven, look for the eighth before you start the engine: it is in the heat exchanger.

## Lying dry

At low water of a spring tide the inner berth falls dry, and the boat may sit on the mud. Close the seawater cock before
she touches, and hang the key of the engine on the cock. Nobody starts an engine whose key hangs on a closed cock.
""",
    ),
    (
        "Troubleshooting",
        2,
        """
## The engine does not turn

Is the battery switch on? It is behind the life jackets. Is the gear in neutral? The starter is blocked otherwise. If
the lamps go dim when you turn the key, the battery is empty: use the second one, and find out why.

## It turns but does not start

Preheat again, for the full forty seconds. Is the red stop handle pushed in? If the tank was below 80 litres and the sea
was rough, there is air in the fuel: bleed the filter, then the pump, then the injectors.

## Black smoke

Too much fuel or too little air. Clean the air filter. A fouled propeller does the same; look at the speed.

## Blue smoke

Oil is burning. Some is normal for the first minute. If it stays, measure the com~pression.

%

## Oil pressure low, engine warm

Level first, then the filter, then the relief valve, then the pump. Do not begin with the gauge. People always want it
to be the gauge.

## Oil pressure low, engine cold

Stop at once. Nothing harmless explains it.

## Coolant too hot

Steam from the exhaust: sea water is missing, see chapter 3. No steam: the fresh water is low, or the thermostat
sticks. Never open the cap of a hot engine.

## Vibration

A rope in the propeller is the usual cause and slack water the right time to look. Otherwise check the coupling bolts
and the four engine mounts, port aft first.
""",
    ),
    (
        "Maintenance plan",
        1,
        """
## By hours

|every morning     oil level, strainer, belt, bilge
|every Monday      oil pressure at 1,600 rpm into the log book
|200 hours         oil, oil filter                         EUR   165
|400 hours         fuel filters, air filter                EUR   118
|500 hours         impeller, anodes of the exchanger       EUR    74
|1,000 hours       valve clearances, injectors             EUR   620
|10,000 hours      overhaul, winter of 2026             EUR 24,000

## Spares on board

One oil filter, two fuel filters, one impeller, one belt, the spring and seals of the relief valve, ten litres of oil,
a roll of the good tape. The list hangs inside the hatch. Whoever takes something from the drawer writes it on the
list, and whoever reads the list tells the treasurer.

## Why we keep to it

Policy LM-2207-K says in its third condition that damage following an overdue change of oil or filter is not insured.
The engine says the same, without the number.
""",
    ),
)

NOTICE = (
    (64, "HARBOUR NOTICE"),
    (40, "Inner berth closed"),
    (32, "Wednesday 14 May 2025"),
    (32, "05:45 to 08:15"),
    (26, "Spring tide: low water 0.7 m at 07:00"),
    (26, "The 07:30 ferry leaves from the outer pontoon."),
    (26, "Divers inspect the chains. Please make no wash."),
    (26, "Tomas Reyk, harbour master"),
)

GAUGE = (
    ("Time", "Table", "Gauge", "Above the table"),
    ("22:00", "3.7 m", "4.1 m", "0.4 m"),
    ("00:00", "4.7 m", "5.6 m", "0.9 m"),
    ("00:50", "4.8 m", "6.1 m", "1.3 m"),
    ("02:30", "4.4 m", "5.5 m", "1.1 m"),
)

CHAINS = ("Outer pontoon", "Seaward chain north: parted 23:40", "Seaward chain south: parted 23:42", "Gangway: bent")

COSTS = (
    ("Item", "Cost", "Insured"),
    ("Outer pontoon", "EUR 14,800", "yes"),
    ("Gangway", "EUR 6,200", "yes"),
    ("Ticket hut", "EUR 3,450", "no"),
    ("Bulwark", "EUR 2,150", "yes"),
    ("Total", "EUR 26,600", "EUR 20,650 paid"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading (level 1 or 2), a paragraph, a list item or the rows of a table."""

    kind: str
    text: str = ""
    rows: tuple[str, ...] = ()


def blocks(markup: str) -> Iterator[Block]:
    """The blocks of a text in the markup above."""
    for chunk in re.split(r"\n\s*\n", markup.strip()):
        if chunk.startswith("|"):
            yield Block(kind="table", rows=tuple(chunk.split("\n")))
        elif chunk.startswith("- "):
            yield from (Block(kind="item", text=" ".join(item.split())) for item in chunk[2:].split("\n- "))
        else:
            marks, _, rest = chunk.partition(" ") if chunk.startswith("#") else ("", "", chunk)
            yield Block(kind=f"h{len(marks)}" if marks else "p", text=" ".join(rest.split()))


def packed(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip archive with one fixed time and no compression, which differs between builds of zlib."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in members:
            info = zipfile.ZipInfo(name, STAMP.timetuple()[:6])
            info.create_system = 3
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    return buffer.getvalue()


# --- Word ------------------------------------------------------------------------------------------------------------

OFFICE = "http://schemas.openxmlformats.org"
W = f'xmlns:w="{OFFICE}/wordprocessingml/2006/main"'
PACKAGE = f"{OFFICE}/package/2006"
RELATION = f"{OFFICE}/officeDocument/2006/relationships"
BY = 'w:author="Grace Okafor" w:date="2025-03-15T10:00:00Z"'
WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
INLINE = re.compile(
    r"\{\+(?P<ins>.+?)\+\}|\{-(?P<gone>.+?)-\}|\{\^(?P<foot>.+?)\^\}|\{=(?P<on>.+?)=\|(?P<remark>.+?)\}"
)


@dataclass(slots=True)
class WordText:
    """Writes blocks as WordprocessingML and collects the footnotes and comments they refer to."""

    footnotes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    revisions: int = 0

    def body(self, markup: str) -> str:
        """All blocks of a text."""
        return "".join(self.block(block) for block in blocks(markup))

    def block(self, block: Block) -> str:
        """One heading, paragraph, list item or table."""
        if block.kind == "table":
            return self.table(block.rows)
        style = {"h1": "Heading1", "h2": "Heading2", "item": "ListBullet"}.get(block.kind, "Normal")
        return paragraph(self.runs(block.text), style)

    def table(self, rows: tuple[str, ...]) -> str:
        """A table with borders and a bold first row."""
        cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
        grid = '<w:gridCol w:w="2300"/>' * len(cells[0])
        lines = "".join(
            f"<w:tr>{''.join(cell(text, bold=not n) for text in row)}</w:tr>" for n, row in enumerate(cells)
        )
        return f'<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{lines}</w:tbl>'

    def runs(self, text: str) -> str:
        """Text with its tracked changes, footnotes and comments."""
        parts, end = [], 0
        for found in INLINE.finditer(text):
            parts += [run(text[end : found.start()]), self.marked(found)]
            end = found.end()
        return "".join([*parts, run(text[end:])])

    def marked(self, found: re.Match[str]) -> str:
        """What stands for one `{...}`."""
        if found["foot"]:
            self.footnotes.append(found["foot"])
            return f'<w:r><w:footnoteReference w:id="{len(self.footnotes)}"/></w:r>'
        if found["remark"]:
            self.comments.append(found["remark"])
            mark = f'w:id="{len(self.comments)}"/>'
            end = f"<w:commentRangeEnd {mark}<w:r><w:commentReference {mark}</w:r>"
            return f"<w:commentRangeStart {mark}{run(found['on'])}{end}"
        self.revisions += 1
        mark = f'w:id="{100 + self.revisions}" {BY}'
        if found["ins"]:
            return f"<w:ins {mark}>{run(found['ins'])}</w:ins>"
        return f"<w:del {mark}>{run(found['gone'], 'delText')}</w:del>"


def run(text: str, element: str = "t") -> str:
    """A run of plain text, nothing for no text."""
    return f'<w:r><w:{element} xml:space="preserve">{escape(text)}</w:{element}></w:r>' if text else ""


def paragraph(runs: str, style: str = "Normal") -> str:
    """A paragraph in a style."""
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{runs}</w:p>'


def cell(text: str, *, bold: bool) -> str:
    """A table cell."""
    runs = run(text).replace("<w:r>", "<w:r><w:rPr><w:b/></w:rPr>") if bold else run(text)
    return f'<w:tc><w:tcPr><w:tcW w:w="2300" w:type="dxa"/></w:tcPr>{paragraph(runs)}</w:tc>'


def word_styles() -> str:
    """The styles the text uses."""
    headings = "".join(
        f'<w:style w:type="paragraph" w:styleId="Heading{n}"><w:name w:val="heading {n}"/><w:basedOn w:val="Normal"/>'
        f'<w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240"/><w:outlineLvl w:val="{n - 1}"/>'
        f'</w:pPr><w:rPr><w:b/><w:sz w:val="{36 - 6 * n}"/></w:rPr></w:style>'
        for n in (1, 2)
    )
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    borders = "".join(f'<w:{side} w:val="single" w:sz="4"/>' for side in sides)
    return (
        f'<w:styles {W}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
        f'<w:pPr><w:spacing w:after="120"/></w:pPr></w:style>{headings}'
        '<w:style w:type="paragraph" w:styleId="ListBullet"><w:name w:val="List Bullet"/><w:basedOn w:val="Normal"/>'
        '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
        '<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/>'
        f"<w:tblPr><w:tblBorders>{borders}</w:tblBorders></w:tblPr></w:style></w:styles>"
    )


def word_notes(kind: str, plural: str, texts: list[str], attributes: str = "") -> str:
    """The part that holds footnotes or comments."""
    notes = "".join(
        f'<w:{kind} w:id="{n}"{attributes}>{paragraph(run(text))}</w:{kind}>' for n, text in enumerate(texts, 1)
    )
    return f"<w:{plural} {W}>{notes}</w:{plural}>"


def word_parts() -> dict[str, tuple[str, str]]:
    """Content type and XML of every part beside the package's own."""
    text = WordText()
    body = text.body(MEETING)
    section = (
        '<w:sectPr><w:headerReference w:type="default" r:id="rheader"/>'
        '<w:footerReference w:type="default" r:id="rfooter"/><w:pgSz w:w="11906" w:h="16838"/>'
        '<w:pgMar w:top="1400" w:right="1300" w:bottom="1400" w:left="1300"/></w:sectPr>'
    )
    indent = '<w:pPr><w:ind w:left="500" w:hanging="300"/></w:pPr>'
    level = f'<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/>{indent}</w:lvl>'
    numbering = (
        f'<w:numbering {W}><w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    document = f'<w:document {W} xmlns:r="{RELATION}"><w:body>{body}{section}</w:body></w:document>'
    header = run("Ley Ferry Association, founded 1961")
    footer = run("Minutes of the annual meeting, to be approved in March 2026")
    return {
        "document": ("document.main", document),
        "styles": ("styles", word_styles()),
        "numbering": ("numbering", numbering),
        "footnotes": ("footnotes", word_notes("footnote", "footnotes", text.footnotes)),
        "comments": ("comments", word_notes("comment", "comments", text.comments, f' {BY} w:initials="GO"')),
        "header": ("header", f"<w:hdr {W}>{paragraph(header)}</w:hdr>"),
        "footer": ("footer", f"<w:ftr {W}>{paragraph(footer)}</w:ftr>"),
    }


def package_core() -> str:
    """Title, author and date of the document."""
    return (
        f'<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        "<dc:title>Annual meeting 2025</dc:title><dc:creator>Emmy Brandt</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{STAMP:%Y-%m-%dT%H:%M:%SZ}</dcterms:created></cp:coreProperties>'
    )


def package_types(kinds: Iterable[tuple[str, str]]) -> str:
    """The content type of every part, given its name and kind."""
    vendor = "application/vnd.openxmlformats-package"
    types = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{WORD_TYPE}.{kind}+xml"/>' for name, kind in kinds
    )
    return (
        f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
        f'<Default Extension="rels" ContentType="{vendor}.relationships+xml"/>'
        f'<Override PartName="/docProps/core.xml" ContentType="{vendor}.core-properties+xml"/>{types}</Types>'
    )


def relationships(targets: Iterable[tuple[str, str]]) -> str:
    """A part's relationships, given type and target of each; the id is the name of the target."""
    entries = "".join(
        f'<Relationship Id="r{Path(target).stem}" Type="{kind}" Target="{target}"/>' for kind, target in targets
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{entries}</Relationships>'


def minutes_docx() -> bytes:
    """Minutes with headings, a list, a table, footnotes, a comment, tracked changes, header and footer."""
    parts = word_parts()
    top = (
        (f"{RELATION}/officeDocument", "word/document.xml"),
        (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
    )
    members = {
        "[Content_Types].xml": package_types((name, kind) for name, (kind, _) in parts.items()),
        "_rels/.rels": relationships(top),
        "docProps/core.xml": package_core(),
        "word/_rels/document.xml.rels": relationships(
            (f"{RELATION}/{name}", f"{name}.xml") for name in parts if name != "document"
        ),
        **{f"word/{name}.xml": xml for name, (_, xml) in parts.items()},
    }
    return packed((name, (XML + xml).encode()) for name, xml in members.items())


# --- EPUB ------------------------------------------------------------------------------------------------------------

BOOK = "Drei Ufer"
BOOK_ID = "urn:uuid:5f0c6c1e-1961-4d1e-9a68-0000004e0ffe"


def sections(markup: str) -> list[str]:
    """The titles of the sections of a chapter."""
    return [block.text for block in blocks(markup) if block.kind == "h2"]


def xhtml(title: str, body: str) -> str:
    """A page of the book."""
    return (
        f'{XML}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="de"'
        f' xml:lang="de">\n<head><title>{escape(title)}</title></head>\n<body>\n{body}</body></html>\n'
    )


def chapter_page(title: str, markup: str) -> str:
    """A chapter, its sections with anchors `s1`, `s2`."""
    body, count = [f"<h1>{escape(title)}</h1>\n"], 0
    for block in blocks(markup):
        count += block.kind == "h2"
        anchor = f' id="s{count}"' if block.kind == "h2" else ""
        body.append(f"<{block.kind}{anchor}>{escape(block.text)}</{block.kind}>\n")
    return xhtml(title, "".join(body))


def nav_page() -> str:
    """The nested table of contents of EPUB 3."""
    items = ""
    for n, (title, markup) in enumerate(SHORES, 1):
        entries = enumerate(sections(markup), 1)
        inner = "".join(f'<li><a href="c{n}.xhtml#s{k}">{escape(name)}</a></li>' for k, name in entries)
        items += f'<li><a href="c{n}.xhtml">{escape(title)}</a><ol>{inner}</ol></li>\n'
    return xhtml("Inhalt", f'<nav epub:type="toc"><h1>Inhalt</h1><ol>\n{items}</ol></nav>\n')


def ncx() -> str:
    """The same for readers that know EPUB 2 only."""
    order = iter(range(1, 100))

    def point(title: str, source: str, inner: str = "") -> str:
        n = next(order)
        label = f"<navLabel><text>{escape(title)}</text></navLabel>"
        return f'<navPoint id="p{n}" playOrder="{n}">{label}<content src="{source}"/>{inner}</navPoint>'

    points = ""
    for n, (title, markup) in enumerate(SHORES, 1):
        outer = point(title, f"c{n}.xhtml", "\0")
        inner = "".join(point(s, f"c{n}.xhtml#s{k}") for k, s in enumerate(sections(markup), 1))
        points += outer.replace("\0", inner)
    return (
        f'{XML}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" '
        f'content="{BOOK_ID}"/></head><docTitle><text>{BOOK}</text></docTitle><navMap>{points}</navMap></ncx>\n'
    )


def opf() -> str:
    """The package document: metadata, manifest, spine."""
    page = 'media-type="application/xhtml+xml"'
    chapters = range(1, len(SHORES) + 1)
    manifest = "".join(f'<item id="c{n}" href="c{n}.xhtml" {page}/>' for n in chapters)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in chapters)
    return (
        f'{XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="de">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">{BOOK_ID}</dc:identifier>'
        f"<dc:title>{BOOK}: Geschichten von der Fähre</dc:title><dc:creator>Emmy Brandt</dc:creator>"
        "<dc:language>de</dc:language>"
        f'<meta property="dcterms:modified">{STAMP:%Y-%m-%dT%H:%M:%SZ}</meta></metadata><manifest>{manifest}'
        f'<item id="nav" href="nav.xhtml" properties="nav" {page}/>'
        '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>'
        f'<spine toc="ncx">{spine}</spine></package>\n'
    )


def stories_epub() -> bytes:
    """A book of three chapters in German, with a nested table of contents in both forms."""
    container = (
        f'{XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="EPUB/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
    )
    members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": container,
        "EPUB/book.opf": opf(),
        "EPUB/nav.xhtml": nav_page(),
        "EPUB/toc.ncx": ncx(),
        **{f"EPUB/c{n}.xhtml": chapter_page(*chapter) for n, chapter in enumerate(SHORES, 1)},
    }
    return packed((name, text.encode()) for name, text in members.items())


# --- PDF -------------------------------------------------------------------------------------------------------------

FONTS = {"F1": "Times-Roman", "F2": "Helvetica-Bold", "F3": "Courier", "F4": "Helvetica"}
TOP, BOTTOM, LEFT = 760.0, 80.0, 72.0
COLUMN = 236.0
"""Distance between the left edges of two columns."""
TITLE = "Engine handbook, MF Kittiwake"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bookmark:
    """An entry of the outline; pages count from 0."""

    title: str
    level: int
    page: int
    y: float


@dataclass(slots=True)
class Typesetter:
    """Sets lines on pages, column after column. Widths are counted in characters: near enough for a ragged edge."""

    pages: list[list[str]] = field(default_factory=list)
    bookmarks: list[Bookmark] = field(default_factory=list)
    columns: int = 1
    column: int = 0
    y: float = TOP

    def chapter(self, title: str, columns: int, markup: str) -> None:
        """A chapter on a page of its own, with its sections. It has to fit."""
        self.new_page()
        self.heading(title, 1)
        self.columns, top = columns, self.y
        for block in blocks(markup):
            self.block(block, top)

    def new_page(self) -> None:
        """Begin a page with its running title and number."""
        self.pages.append([])
        self.column, self.y = 0, 800.0
        self.line("F4", 8, TITLE)
        self.y = 50.0
        self.line("F4", 8, f"Page {len(self.pages)}")
        self.y = TOP

    def block(self, block: Block, top: float) -> None:
        """A section heading, a table in fixed pitch, or a paragraph; `%` begins a column, at `top`."""
        if block.text == "%":
            self.column, self.y = self.column + 1, top
            return
        if block.kind == "h2":
            self.heading(block.text, 2)
            return
        for line in self.wrapped(block):
            self.line("F3" if block.kind == "table" else "F1", 10 if block.kind == "table" else 11, line)
        self.y -= 7

    def wrapped(self, block: Block) -> Iterator[str]:
        """The lines of a block; a word with `~` may be hyphenated there."""
        if block.kind == "table":
            yield from (row[1:] for row in block.rows)
            return
        width, line = (88 if self.columns == 1 else 43), ""
        for word in block.text.split():
            whole = word.replace("~", "")
            if len(line) + len(whole) < width:
                line = f"{line} {whole}".strip()
                continue
            head, _, tail = word.partition("~")
            if tail and len(line) + len(head) + 1 < width:
                yield f"{line} {head}-"
                line = tail
            else:
                yield line
                line = whole
        yield line

    def heading(self, title: str, level: int) -> None:
        """A heading, and the bookmark that leads to it."""
        size = 18 if level == 1 else 12
        self.y -= 6
        self.bookmarks.append(Bookmark(title=title, level=level, page=len(self.pages) - 1, y=self.y + size))
        self.line("F2", size, title)
        self.y -= 4

    def line(self, font: str, size: int, text: str) -> None:
        """One line at the current position, which moves down."""
        x = LEFT + self.column * COLUMN
        self.pages[-1].append(f"BT /{font} {size} Tf {x:g} {self.y:g} Td {pdf_string(text)} Tj ET")
        self.y -= size + 3


def pdf_string(text: str) -> str:
    """A literal string."""
    return "(" + re.sub(r"([\\()])", r"\\\1", text) + ")"


def pdf_file(objects: list[str]) -> bytes:
    """Numbered objects with header, cross-reference table and trailer; object 1 is the catalogue, 2 the metadata."""
    out, offsets = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 2 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return bytes(out) + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}".encode()


def outline_objects(bookmarks: list[Bookmark], first: int, page_number: Callable[[int], int]) -> list[str]:
    """The outline tree: its root as object `first`, then one object for each bookmark."""
    children: dict[int, list[int]] = {-1: []}
    for n, mark in enumerate(bookmarks):
        parent = -1 if mark.level == 1 else children[-1][-1]
        children.setdefault(parent, []).append(n)
        children.setdefault(n, [])

    def reference(key: str, n: int) -> str:
        return f"/{key} {first + 1 + n} 0 R"

    def family(n: int) -> str:
        mine = children[n]
        return f" {reference('First', mine[0])} {reference('Last', mine[-1])} /Count {len(mine)}" if mine else ""

    objects = [f"<< /Type /Outlines{family(-1)} >>"]
    for parent, siblings in children.items():
        for place, n in enumerate(siblings):
            mark = bookmarks[n]
            links = [reference("Parent", parent)]
            links += [reference("Prev", siblings[place - 1])] if place else []
            links += [reference("Next", siblings[place + 1])] if place + 1 < len(siblings) else []
            target = f"/Dest [{page_number(mark.page)} 0 R /XYZ {LEFT:g} {mark.y:g} null]"
            objects.append(f"{n:06d}<< /Title {pdf_string(mark.title)} {' '.join(links)} {target}{family(n)} >>")
    return [objects[0], *(text[6:] for text in sorted(objects[1:]))]


def handbook_pdf() -> bytes:
    """A handbook with nested bookmarks, hyphenated words and a page in two columns, in the standard fonts."""
    setter = Typesetter()
    for title, columns, markup in HANDBOOK:
        setter.chapter(title, columns, markup)
    first_page = 4 + len(FONTS)

    def page_number(page: int) -> int:
        return first_page + 2 * page

    count = len(setter.pages)
    fonts = " ".join(f"/{name} {4 + n} 0 R" for n, name in enumerate(FONTS))
    info = f"/Title {pdf_string(TITLE)} /Author (Kenji Morita) /CreationDate (D:{STAMP:%Y%m%d%H%M%S}Z)"
    objects = [
        f"<< /Type /Catalog /Pages 3 0 R /Outlines {page_number(count)} 0 R /PageMode /UseOutlines /Lang (en) >>",
        f"<< {info} >>",
        f"<< /Type /Pages /Count {count} /Kids [{' '.join(f'{page_number(n)} 0 R' for n in range(count))}] >>",
    ]
    objects += [
        f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>" for font in FONTS.values()
    ]
    for n, lines in enumerate(setter.pages):
        content = "\n".join(lines)
        objects.append(
            f"<< /Type /Page /Parent 3 0 R /MediaBox [0 0 595 842] /Resources << /Font << {fonts} >> >> "
            f"/Contents {page_number(n) + 1} 0 R >>"
        )
        objects.append(f"<< /Length {len(content.encode('cp1252'))} >>\nstream\n{content}\nendstream")
    return pdf_file(objects + outline_objects(setter.bookmarks, page_number(count), page_number))


# --- PowerPoint ------------------------------------------------------------------------------------------------------


def storm_pptx() -> bytes:
    """A talk with titles, tables, grouped shapes and speaker notes."""
    import pptx

    deck = pptx.Presentation()
    properties = deck.core_properties
    properties.title, properties.author, properties.last_modified_by = "The night of the storm", "Tomas Reyk", ""
    properties.created = properties.modified = STAMP.replace(tzinfo=None)
    title_slide(deck)
    gauge_slide(deck)
    chain_slide(deck)
    cost_slide(deck)
    lessons_slide(deck)
    buffer = BytesIO()
    deck.save(buffer)
    with zipfile.ZipFile(buffer) as archive:
        return packed((name, archive.read(name)) for name in archive.namelist())


def new_slide(deck: Presentation, layout: int, title: str, notes: str) -> Slide:
    """A slide with its title and what the speaker says."""
    slide: Slide = deck.slides.add_slide(deck.slide_layouts[layout])
    heading, spoken = slide.shapes.title, slide.notes_slide.notes_text_frame
    assert heading is not None, "the layout has no title"
    assert spoken is not None, "the notes page has no text"
    heading.text, spoken.text = title, " ".join(notes.split())
    return slide


def title_slide(deck: Presentation) -> None:
    """The first slide."""
    notes = """Welcome, and mind the wet paint. I was asked to explain why the sea came over a quay that had stayed dry
    for a hundred and twelve years. It takes twenty minutes, as long as slack water."""
    slide = new_slide(deck, 0, "The night of the storm", notes)
    slide.placeholders[1].text = "Tomas Reyk, harbour master\nTown evening, Holmhaven, 28 February 2025"


def gauge_slide(deck: Presentation) -> None:
    """What the tide gauge showed."""
    notes = """The table is right about the moon and knows nothing about the wind. At ten to one the surge was 1.3
    metres on top of a spring tide of 4.8. The edge of the quay is at 5.6. Either the moon or the wind alone
    would have left us with dry feet; the two together made half a metre over the edge."""
    add_table(new_slide(deck, 5, "What the gauge showed", notes), GAUGE)


def chain_slide(deck: Presentation) -> None:
    """How the pontoon went, drawn with grouped shapes."""
    from pptx.enum.shapes import MSO_SHAPE
    from pptx.util import Cm

    notes = """The first seaward chain parted at twenty to twelve. One shackle was smaller than the drawing says, since
    2011. I had dived on it in May and written a report. Reports do not hold pontoons."""
    slide = new_slide(deck, 5, "Four chains, then two", notes)
    group = slide.shapes.add_group_shape()
    for n, label in enumerate(CHAINS):
        box = group.shapes.add_shape(MSO_SHAPE.ROUNDED_RECTANGLE, Cm(3), Cm(5 + 3 * n), Cm(12), Cm(2.2))
        box.text_frame.text = label
    inner = group.shapes.add_group_shape()
    arrow = inner.shapes.add_shape(MSO_SHAPE.LEFT_ARROW, Cm(16), Cm(9), Cm(6), Cm(3))
    arrow.text_frame.text = "Wind SW 10"


def cost_slide(deck: Presentation) -> None:
    """What was broken and what it cost."""
    notes = """The insurance pays for the pontoon, the gangway and the boat, less the excess of EUR 2,500. It does not
    pay for the hut. Grace will tell you about page nine if you ask her kindly."""
    add_table(new_slide(deck, 5, "What it cost", notes), COSTS)


def lessons_slide(deck: Presentation) -> None:
    """What is done differently now."""
    notes = """The fog bell rings once for yellow, twice for orange. If it does not stop ringing, it is red, and you
    should be in bed on the first floor."""
    slide = new_slide(deck, 1, "What we do now", notes)
    slide.placeholders[1].text = (
        "Three warning levels: yellow from 5.2 m, orange from 5.5 m, red from 5.8 m\n"
        "Gale within two days of full or new moon: lift the gangway, double the chains\n"
        "Chains inspected every spring, certificate kept ashore\n"
        "The ferry goes to the inner harbour before dark, with four lines"
    )


def add_table(slide: Slide, rows: tuple[tuple[str, ...], ...]) -> None:
    """A table below the title."""
    from pptx.util import Cm

    frame = slide.shapes.add_table(len(rows), len(rows[0]), Cm(2), Cm(5), Cm(21), Cm(1.2 * len(rows)))
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            frame.table.cell(y, x).text = text


# --- The picture -----------------------------------------------------------------------------------------------------


def notice_png() -> bytes:
    """A notice as it hangs on the board: text in a picture, for OCR."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (1000, 720), 250)
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 979, 699), outline=40, width=6)
    draw_gauge(draw)
    draw_lines(draw)
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def draw_lines(draw: ImageDraw) -> None:
    """The text of the notice."""
    from PIL import ImageFont

    y = 60
    for size, text in NOTICE:
        draw.text((70, y), text, fill=10, font=ImageFont.load_default(size))
        y += size + 38


def draw_gauge(draw: ImageDraw) -> None:
    """A tide gauge at the right edge, with low water marked."""
    draw.rectangle((860, 160, 910, 640), outline=60, width=3)
    for n in range(1, 12):
        draw.line((860, 160 + 40 * n, 885, 160 + 40 * n), fill=60, width=3)
    draw.rectangle((863, 570, 907, 637), fill=150)


# --- All of it -------------------------------------------------------------------------------------------------------

MAKERS: dict[str, Callable[[], bytes]] = {
    "minutes/2025/annual-meeting-2025.docx": minutes_docx,
    "travel/drei-ufer.epub": stories_epub,
    "manuals/engine-handbook.pdf": handbook_pdf,
    "talks/the-night-of-the-storm.pptx": storm_pptx,
    "notices/harbour-notice.png": notice_png,
}


def main() -> None:
    """Write the documents into the library beside this script."""
    for name, make in MAKERS.items():
        target = LIBRARY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(make())
        print(f"{target.stat().st_size:8,}  {name}")


if __name__ == "__main__":
    main()
