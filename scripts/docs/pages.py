"""A hook of mkdocs: pages are the documents of the tree, where they stand.

Markdown shows a link to a file or a folder; a site has only pages. So what a document links to is
a page, too: of a file its text, of a folder its document or what is in it.
"""
import re
from functools import cache
from pathlib import Path

from mkdocs.structure.files import File, InclusionLevel
from pymdownx.slugs import slugify

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<=\]\()(?!https?:)([^)#\s]+)")
# A section, and in it the first of the fences that `make howto-check` follows.
HOWTO = re.compile(r"^##+ (.+)\n(?:(?!##+ |```sh howto).*\n)*```sh howto", re.M)
PICTURES = (".png", ".svg")
HEADERS = (Path("tb/library/semacredit.h"), Path("csim/driver/semacredit_driver.h"),
           Path("csim/driver/semacredit_ledger.h"))
# What one may begin with, by what one has; and the check that builds and runs it.
EXAMPLES = {"rtl/endpoint/semacredit_endpoint.sv": ("an integration", "endpoint-check"),
            "tb/ip/semacredit_bench.sv": ("any simulator", "dist-release-check"),
            "tb/library/cocotb_example.py": ("cocotb", "cocotb-check"),
            "tb/library/dpi_example.sv": ("SystemVerilog, by DPI", "dpi-check"),
            "tb/library/example.c": ("C", "library-check"),
            "constraints/hx8k_ct256.pcf": ("an FPGA", "pnr")}
# The page to play with (`make page`), where it was made, opens the site.
PLAY = ROOT / "build/page/index.html"
OPENED = """
<iframe class="play" src="page.html" title="a page to play with" loading="lazy"></iframe>

[This page to play with, alone](page.html)

"""
slug = slugify(case="lower")


@cache
def documents():
    return [path for path in sorted(path.relative_to(ROOT) for path in ROOT.glob("**/*.md"))
            if path.parts[0] != "build"]


def target(document, link):
    """What a link of a document leads to, in the tree; None where nothing is there."""
    path = (ROOT / document).parent.joinpath(link).resolve()
    return path.relative_to(ROOT) if path.exists() and path.is_relative_to(ROOT) else None


def page_of(path):
    """The page of a file or a folder; a picture is its own."""
    if (ROOT / path).is_dir():
        return path / "README.md"
    return path if path.suffix in (".md", *PICTURES) else path.with_name(path.name + ".md")


def text_of(path):
    """The page of what is no document."""
    if (ROOT / path).is_dir():
        text, kind = "\n".join(sorted(entry.name for entry in (ROOT / path).iterdir())), ""
    else:
        text, kind = (ROOT / path).read_text(), {".h": "c"}.get(path.suffix, path.suffix[1:])
    return (f"---\nsearch: {{exclude: true}}\nhide: [navigation, toc]\n---\n# {path}\n\n"
            f"~~~~~ {{ .{kind or 'text'} linenums=1 }}\n{text}\n~~~~~\n")


def howtos():
    """A page of the how-tos that a check follows."""
    lines = ["# How-tos", "",
             "`make howto-check` follows each of these in a scratch copy of the tree.", ""]
    for path in documents():
        for title in HOWTO.findall((ROOT / path).read_text()):
            lines.append(f"- [{title}]({path}#{slug(title, '-')})")
    return "\n".join(lines)


def said_and_code(block):
    """A block of a header: its comment as prose, and the rest."""
    lines = block.split("\n")
    first = next((at for at, line in enumerate(lines) if not line.startswith("//")), len(lines))
    return "\n".join(line[2:].strip() for line in lines[:first]), "\n".join(lines[first:])


def interface():
    """A page of the headers that programs outside include: each function by its name."""
    lines = ["# The library and the driver, by their headers", ""]
    for path in HEADERS:
        text = (ROOT / path).read_text()
        about, body = re.fullmatch(r"(.*?)\n#ifndef \w+\n#define \w+\n(.*)", text, re.S).groups()
        prose = [line.removeprefix("//").removeprefix(" ") for line in about.split("\n")[1:]]
        lines += [f"## [{path.name}]({path})", "", *prose, ""]
        for block in re.split(r"\n\n+", body):
            section = re.match(r"// -+ ([^-\n]+)", block)
            said, code = said_and_code(block)
            names = re.findall(r"^[a-z][^#\n(]*?\*?(\w+)\(", code, re.M)
            if section:
                lines += [f"### {section[1][0].upper()}{section[1][1:].strip()}", ""]
            elif re.match(r"[a-z]", code) and not code.startswith("extern"):
                lines += [f"#### {', '.join(names)}"] * bool(names)
                lines += ["", said, "", "```c", code.strip(), "```", ""]
    return "\n".join(lines)


def examples():
    """A page of what one may begin with, a row each, by its first lines."""
    lines = ["# Examples", "", "| for | example | built and run by |", "|---|---|---|"]
    for path, (use, check) in EXAMPLES.items():
        text = (ROOT / path).read_text()
        about = re.search(r'(?:^(?://|#) (?!SPDX)[^\n]*\n)+|^""".*?"""', text, re.M | re.S)[0]
        about = re.sub(r'^(?://|#) ?|"""', "", about, flags=re.M).split("usage:")[0]
        lines.append(f"| {use} | [{path}]({path}): {' '.join(about.split())} | `make {check}` |")
    return "\n".join(lines)


def on_files(files, config):
    """Adds the documents, and what they link to."""
    def add(path, level=InclusionLevel.UNDEFINED, **source):
        if not files.get_file_from_path(str(path)):
            files.append(File.generated(config, str(path), inclusion=level, **source))

    for document in documents():
        add(document, abs_src_path=str(ROOT / document))
    for document in documents():
        for link in LINK.findall((ROOT / document).read_text()):
            path = target(document, link)
            if path and path.suffix in PICTURES:
                add(path, abs_src_path=str(ROOT / path))
            elif path:
                add(page_of(path), InclusionLevel.NOT_IN_NAV, content=text_of(path))
    for path in (*HEADERS, *map(Path, EXAMPLES)):
        add(page_of(path), InclusionLevel.NOT_IN_NAV, content=text_of(path))
    for name, content in (("howtos", howtos()), ("api", interface()), ("examples", examples())):
        add(f"{name}.md", content=content)
    if PLAY.exists():
        add("page.html", abs_src_path=str(PLAY))
    return files


def on_page_markdown(markdown, page, **_):
    """Links lead to pages; a fence's words for the checks are not for readers."""
    document = page.file.src_uri
    if "/" not in document:
        page.meta["hide"] = ["navigation"]  # it stands alone

    def rewrite(match):
        path = target(document, match[0])
        name = page_of(path).name if path else ""
        if not path or path.name == name:
            return match[0]
        return match[0].rstrip("/") + ("/" + name if (ROOT / path).is_dir() else ".md")

    markdown = re.sub(r"^(```\w+) .*", r"\1", LINK.sub(rewrite, markdown), flags=re.M)
    if document == "README.md" and PLAY.exists():
        first = markdown.index("\n\n", markdown.index("\n\n") + 2)
        markdown = markdown[:first] + "\n" + OPENED + markdown[first:]
    return re.sub(r"^```sh$", "```console", markdown, flags=re.M)  # `$ command`, and what it prints
