"""`semacredit claims`: the published numbers beside ours, on the terminal, in
build/results/claims.csv and claims_seeds.csv, and as sim/RESULTS.md (build/results/claims.md).
"""
import csv
import re
import textwrap
from collections import Counter

import output
import verdicts


def word(holds):
    return "ok" if holds else "miss"


def subject(published):
    """A sign or a per cent says "change"."""
    shown = published.pair if published.form in ("ratio", "change") else published.subject
    return shown + (", %" if published.percent else "")


def marks(verdict):
    return (" tie" if verdict.identical else "") + (" sign" if verdict.paper.sign_wrong else "")


def wrapped(text, lead="", indent=0):
    return textwrap.fill(text, 100, initial_indent=lead.ljust(indent),
                         subsequent_indent=" " * indent, break_long_words=False,
                         break_on_hyphens=False)


# ---- numbers that the paper states

def read_settings(text):
    """The keys of a configuration, as `semacredit keys` lists them."""
    return {key: re.sub(r"[\[\] ]", "", value)
            for key, value in re.findall(r"^(\w+): ([^#\n]*)", text, re.M)}


def read_stated(settings):
    """Each stated number, and the first workload that sets it otherwise, or None."""
    with open(verdicts.HERE / "stated.csv", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            key, value = row["setting"].split("=")
            yield row, next((workload for workload, keys in settings.items()
                             if keys[key] != value), None)


# ---- files

def paper_row(verdict):
    published, outcome = verdict.published, verdict.paper
    ours = (published.shown(outcome.ours) if published.has_value
            else published.text if outcome.holds else f"not {published.text}")
    same = not published.has_value or published.neutral in (published.paper, outcome.ours)
    sign = "none" if same else "other" if outcome.sign_wrong else "same"
    return [published.id, published.describe, published.text, ours, published.tolerance,
            word(outcome.holds), sign, word(verdict.identical)]


def many_row(verdict, seeds):
    many = verdict.many
    numbers = (many.ours, many.ours - many.interval, many.ours + many.interval, many.low,
               many.high)
    return [verdict.published.id, seeds, *(f"{number:.4f}" for number in numbers),
            word(many.holds), verdict.carried]


def tally_of(all_verdicts, seeds):
    """How many of the published numbers hold."""
    held = [verdict for verdict in all_verdicts if verdict.paper.holds]
    count, hold, ties = (len(all_verdicts), len(held),
                         sum(verdict.identical for verdict in all_verdicts))
    sweeps, sweeps_hold = (sum(verdict.published.of_sweeps for verdict in some)
                           for some in (all_verdicts, held))
    carried = Counter(verdict.carried for verdict in all_verdicts)
    return {"count": count, "hold": hold, "sweeps": sweeps, "sweeps_hold": sweeps_hold,
            "others": count - sweeps, "others_hold": hold - sweeps_hold, "ties": ties,
            "untied": count - ties, "seeds": seeds,
            "distinct": len({(verdict.published.workload, paper_row(verdict)[3])
                             for verdict in all_verdicts if not verdict.identical}),
            "untied_hold": sum(not verdict.identical for verdict in held),
            **{kind: carried[kind] for kind in ("ok", "miss", "open")}}


# ---- the document

def table_row(verdict):
    published, holds = verdict.published, verdict.paper.holds
    verdict_word = word(holds) if holds else f"**{word(holds)}**"
    return (f"| {published.id} | {published.workload} | {subject(published)} | {published.text} | "
            f"{published.tolerance} | {published.shown(verdict.paper.ours)} | {verdict_word} | "
            f"{verdict.many_shown} {verdict.carried} |{marks(verdict)} |")


def unclaimed(all_verdicts, seeds):
    """Within tolerance, and yet nothing is said by it."""
    for verdict in all_verdicts:
        name, text = verdict.published.id, verdict.published.text
        if verdict.paper.holds and verdict.paper.sign_wrong:
            yield (f"- **{name}** is within tolerance with the other sign: {verdict.many_shown}, "
                   f"the paper has {text}.")
        if verdict.paper.holds and verdict.carried != "ok":
            yield (f"- **{name}** is within tolerance over the paper's seeds; over {seeds} seeds "
                   f"{verdict.many_shown} is "
                   f"{'beyond' if verdict.carried == 'miss' else 'open'}.")
    ties = ", ".join(verdict.published.id for verdict in all_verdicts if verdict.identical)
    yield f"- A tie does not distinguish policies: {ties}."


def document_of(all_verdicts, tally, stated, reasons, entries):
    """results.txt with the numbers; paragraphs and points in lines of at most 100 columns."""
    def filled(block):
        block = block.format(**facts)
        if block.startswith(("#", "|", "`" * 3)):
            return block
        return "\n".join(wrapped(" ".join(point.removeprefix("- ").split()),
                                 *(("-", 2) if point.startswith("- ") else ()))
                         for point in re.split(r"\n(?=- )", block))

    facts = {
        **tally, "entries": entries, "table": "\n".join(map(table_row, all_verdicts)),
        "misses": "\n".join(f"- **{verdict.published.id}**: {verdict.reason(reasons)}."
                            for verdict in all_verdicts if not verdict.paper.holds),
        "unclaimed": "\n".join(unclaimed(all_verdicts, tally["seeds"])),
        "stated": "\n".join(
            f"| {row['where']} | {row['what']} | {row['paper']} | "
            f"{f'**not in {differs}**' if differs else '`' + row['setting'] + '`'} |"
            for row, differs in stated)}
    blocks = (verdicts.HERE / "results.txt").read_text(encoding="utf-8").rstrip().split("\n\n")
    return "\n\n".join(filled(block) for block in blocks) + "\n"


# ---- the terminal

def coloured(text):
    colour = {"miss": "1;31", "open": "33"}.get(text, "32")
    return output.coloured(f"{text:4}", colour)


def print_verdict(verdict):
    published = verdict.published
    print(f"{published.id:4} {published.workload:11} {subject(published):47} {published.text:>6} "
          f"{published.tolerance.split(' point')[0]:5} {published.shown(verdict.paper.ours):>6} "
          f"{coloured(word(verdict.paper.holds))} {verdict.many_shown:>15} "
          f"{coloured(verdict.carried)}{marks(verdict)}")


def print_all(all_verdicts, document, stated, seeds):
    """The table in colours, and of the document what it weighs."""
    print(f"{'id':4} {'workload':11} {'what':47} {'paper':>6} {'+-':5} {'ours':>6} {'':4} "
          f"{f'{seeds} seeds':>15} {'':4}")
    for verdict in all_verdicts:
        print_verdict(verdict)
    head, table, misses, not_claimed, *_ = document.replace("**", "").split("\n## ")
    print("", table.split("\n\n")[1], "", misses, not_claimed, head.split("\n\n")[2].strip(),
          sep="\n")
    if differ := [row["what"] for row, differs in stated if differs]:
        print(f"- Parameters that the paper states and the workloads set otherwise: {differ}")


def tell(experiments, settings):
    """`settings`: of each workload what `semacredit keys` prints."""
    micro = experiments["micro", ""]
    seeds = len(next(iter(micro.points.values())))
    all_verdicts = [verdicts.Verdict(published, experiments)
                    for published in verdicts.read_published()]
    stated = list(read_stated({name: read_settings(text) for name, text in settings.items()}))
    tally = tally_of(all_verdicts, seeds)
    entries = micro.points["atomic", "semacredit", ""][0]["state_entries"]
    output.write_csv("claims.csv", "id,what,paper,ours,tolerance,verdict,sign,identical_policies",
                     map(paper_row, all_verdicts))
    output.write_csv("claims_seeds.csv", "id,seeds,mean,interval95_low,interval95_high,least,"
                     "greatest,verdict,interval95_verdict",
                     (many_row(verdict, seeds) for verdict in all_verdicts))
    document = document_of(all_verdicts, tally, stated, verdicts.read_reasons(), entries)
    output.write("claims.md", document)
    print_all(all_verdicts, document, stated, seeds)
