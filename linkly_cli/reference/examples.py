"""Example command lines, by command. Each is parsed with the real command tree in a test."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """What somebody wants, and the line to type for it."""

    purpose: str
    line: str


EXAMPLES: dict[str, tuple[Example, ...]] = {
    "": (
        Example("Index a folder, then search it:", "linkly index ~/Documents"),
        Example("Find documents by words and by meaning:", 'linkly search "harbour tides"'),
        Example("Look inside what was found:", "linkly read 1044 --offset 120"),
        Example("Show the manual page of a command:", "linkly man search"),
    ),
    "search": (
        Example("Words are joined by OR and ranked:", 'linkly search "harbour tides"'),
        Example("A phrase, without documents that mention ferries:", """linkly search '"high water" -ferry'"""),
        Example("A query that begins with a hyphen:", 'linkly search -- "-40 degrees"'),
        Example("Recent PDF and Word files, newest first:",
                "linkly search budget --type pdf,docx --modified-after 2026-01-01 --time-sort newest"),
        Example("Only below a folder:", "linkly search budget --path-glob /home/ada/notes/"),
        Example("Open what was found:", "linkly search budget --limit 5 -0 | xargs -0 ls -l"),
        Example("Search inside the hits:",
                "linkly search invoice --json | jq -r '.results[].doc_id' | linkly grep 'EUR [0-9]+' -"),
    ),
    "outline": (
        Example("The sections of a document:", "linkly outline 1044"),
        Example("Sections 2 and 3.1 with all below them:", "linkly outline 1044 --expand 2,3.1"),
    ),
    "grep": (
        Example("Amounts in a document, whatever their case:", "linkly grep -i 'eur [0-9]+' 1044"),
        Example("How often in each of two documents:", "linkly grep --mode count tide 1044 1045"),
        Example("Five lines before each match and none after:", "linkly grep -B 5 -A 0 tide 1044"),
        Example("A pattern that begins with a hyphen:", "linkly grep -e -40 1044"),
        Example("In every document of a library:",
                "linkly list --library Documents --json | jq -r '.documents[].doc_id' | linkly grep tide -"),
    ),
    "read": (
        Example("The first 200 lines:", "linkly read 1044"),
        Example("Lines 120 to 139:", "linkly read 1044 --offset 120 --limit 20"),
        Example("The bare text, without line numbers:", "linkly read 1044 --format plain"),
    ),
    "list-libraries": (Example("Names, descriptions and numbers of documents:", "linkly list-libraries"),),
    "explore": (
        Example("What everything indexed is about:", "linkly explore"),
        Example("What one library is about:", "linkly explore --library Documents"),
    ),
    "find-paths": (
        Example("Folders with either word in their name:", "linkly find-paths --patterns invoices,receipts"),
        Example("A comma that belongs to the name:", r"linkly find-paths --patterns 'Smith\, Ada'"),
    ),
    "list": (
        Example("The 50 documents changed last:", "linkly list"),
        Example("What could not be read:", "linkly list --outcome encrypted,corrupt,timeout"),
        Example("PDF files in or below a folder, by name:", "linkly list --path ~/Documents --type pdf --sort name"),
        Example("Paths for another program:", "linkly list --limit 200 -0 | xargs -0 ls -l"),
    ),
    "index": (
        Example("Make a library of a folder and read it:", "linkly index ~/Documents"),
        Example("Bring everything up to date:", "linkly index"),
        Example("See what would be done:", "linkly index ~/Documents --dry-run"),
        Example("Bring one library up to date, and forget folders that are gone:", "linkly index Documents --prune"),
    ),
    "library": (
        Example("Two folders as one library:", "linkly library add Work ~/Documents/work ~/Projects"),
        Example("Then read them:", "linkly index Work"),
    ),
    "library add": (
        Example("Two folders as one library:",
                'linkly library add Work ~/Documents/work ~/Projects --description "Contracts and plans"'),
        Example("A folder without its drafts:", "linkly library add Notes ~/Notes --exclude /drafts/"),
    ),
    "library remove": (Example("Forget a library:", "linkly library remove Work"),),
    "library rename": (Example("Give it another name:", "linkly library rename Work Office"),),
    "library set": (
        Example("Say what it holds:", 'linkly library set Work --description "Contracts and plans"'),
        Example("Replace its folders:", "linkly library set Work ~/Projects ~/Archive"),
    ),
    "status": (Example("Which documents failed, and why:", "linkly status"),),
    "doctor": (Example("Check the installation:", "linkly doctor"),),
    "model": (Example("Models and their sizes:", "linkly model list"),),
    "model list": (Example("Models and their sizes:", "linkly model list"),),
    "model use": (
        Example("A model for many languages:",
                "linkly model use sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"),
        Example("Back to the one that comes with linkly:", "linkly model use packaged"),
        Example("Keywords only:", "linkly model use off"),
    ),
    "model download": (
        Example("Fetch a model before going offline:",
                "linkly model download sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"),
    ),
    "mcp": (Example("Let a client start it; this is what it runs:", "linkly mcp"),),
    "serve": (
        Example("For clients on this machine:", "linkly serve"),
        Example("For other machines; a token is made and shown once:", "linkly serve --host 0.0.0.0"),
    ),
    "auth": (
        Example("Remember a server, then ask it:", "linkly auth set-endpoint http://nas.local:60606"),
        Example("Its token, from a file:", "cat token | linkly auth set-key -"),
        Example("Then:", 'linkly search "harbour tides" --remote'),
    ),
    "auth set-endpoint": (Example("The server of another machine:", "linkly auth set-endpoint http://nas.local:60606"),),
    "auth set-key": (Example("Its token, from a file rather than typed:", "cat token | linkly auth set-key -"),),
    "auth status": (Example("Which server --remote asks:", "linkly auth status"),),
    "auth logout": (Example("Forget it:", "linkly auth logout"),),
    "config": (Example("Settings and their values:", "linkly config list"),),
    "config get": (Example("One value:", "linkly config get max_file_size"),),
    "config set": (Example("Read larger files:", "linkly config set max_file_size 500MB"),),
    "config list": (Example("Settings and their values:", "linkly config list"),),
    "config path": (Example("Look at the file:", 'cat "$(linkly config path)"'),),
    "completions": (
        Example("In bash, for new shells:",
                "linkly completions bash > ~/.local/share/bash-completion/completions/linkly"),
        Example("In zsh, into a folder of $fpath:", "linkly completions zsh > ~/.zfunc/_linkly"),
        Example("In fish:", "linkly completions fish > ~/.config/fish/completions/linkly.fish"),
        Example("In PowerShell, for this session:", "linkly completions powershell | Out-String | Invoke-Expression"),
    ),
    "man": (
        Example("The page of the program:", "linkly man"),
        Example("The page of a command:", "linkly man search"),
        Example("The page of a command in a group:", "linkly man library add"),
    ),
}  # fmt: skip
"""Keys are the words after `linkly`; the program itself has the empty one."""
