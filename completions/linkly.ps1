# Completion of linkly in PowerShell.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

Register-ArgumentCompleter -Native -CommandName 'linkly' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $valued = @('--format', '--data-dir', '--limit', '--offset', '--type', '--library', '--path-glob', '--modified-after', '--modified-before', '--time-sort', '--mode', '--endpoint', '--token', '--expand', '-e', '--regexp', '-C', '--context', '-B', '--before', '-A', '--after', '--fuzzy-whitespace', '--patterns', '--path', '--sort', '--outcome', '--jobs', '--description', '--exclude', '--host', '--port')
    $commands = @('linkly search', 'linkly outline', 'linkly grep', 'linkly read', 'linkly list-libraries', 'linkly explore', 'linkly find-paths', 'linkly list', 'linkly index', 'linkly library', 'linkly library add', 'linkly library remove', 'linkly library rename', 'linkly library set', 'linkly status', 'linkly model', 'linkly model list', 'linkly model use', 'linkly model download', 'linkly doctor', 'linkly config', 'linkly config get', 'linkly config set', 'linkly config list', 'linkly config path', 'linkly completions', 'linkly man', 'linkly auth', 'linkly auth set-endpoint', 'linkly auth set-key', 'linkly auth status', 'linkly auth logout', 'linkly mcp', 'linkly serve')
    $path = 'linkly'
    $count = 0
    $option = ''
    $literal = $false
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        Select-Object -Skip 1 | ForEach-Object { $_.Extent.Text })
    foreach ($word in $words) {
        if ($option) { $option = '' }
        elseif (-not $literal -and $word -eq '--') { $literal = $true }
        elseif (-not $literal -and $word -clike '-?*') { if ($valued -ccontains $word) { $option = $word } }
        elseif (-not $literal -and $count -eq 0 -and $commands -ccontains "$path $word") { $path = "$path $word" }
        else { $count++ }
    }

    function Offer($text, $description, $type = 'ParameterValue') {
        [System.Management.Automation.CompletionResult]::new($text, $text, $type, $description)
    }
    function Offer-List($values) {
        $comma = $wordToComplete.LastIndexOf(',') + 1
        $values | ForEach-Object { Offer ($wordToComplete.Substring(0, $comma) + $_) $_ }
    }

    $offers = @(
        if ($option) {
            switch -CaseSensitive -Wildcard ("$path $option") {
                '* --format' { 'terminal', 'markdown', 'json', 'plain' | ForEach-Object { Offer $_ $_ }; break }
                'linkly search --type' { Offer-List @('pdf', 'docx', 'pptx', 'epub', 'md', 'txt', 'html', 'image'); break }
                'linkly search --time-sort' { 'default', 'newest', 'oldest' | ForEach-Object { Offer $_ $_ }; break }
                'linkly search --mode' { 'hybrid', 'keyword', 'semantic' | ForEach-Object { Offer $_ $_ }; break }
                'linkly grep --mode' { 'content', 'count' | ForEach-Object { Offer $_ $_ }; break }
                'linkly grep --fuzzy-whitespace' { 'true', 'false' | ForEach-Object { Offer $_ $_ }; break }
                'linkly list --type' { Offer-List @('pdf', 'docx', 'pptx', 'epub', 'md', 'txt', 'html', 'image'); break }
                'linkly list --sort' { 'recent', 'oldest', 'name' | ForEach-Object { Offer $_ $_ }; break }
                'linkly list --outcome' { Offer-List @('ok', 'partial', 'encrypted', 'corrupt', 'too_large', 'timeout', 'no_text', 'unsupported'); break }
            }
        } elseif (-not $literal -and $wordToComplete -like '-*') {
            switch ($path) {
                'linkly' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly search' {
                    Offer '--limit' 'Hits to show, 1 to 50.' 'ParameterName'
                    Offer '--offset' 'Hits to pass over.' 'ParameterName'
                    Offer '--type' 'Only these types: pdf, docx, pptx, epub, md, txt, html, image.' 'ParameterName'
                    Offer '--library' 'Only this library.' 'ParameterName'
                    Offer '--path-glob' 'Only paths that contain this; * any run, ? one character, [ab] a set.' 'ParameterName'
                    Offer '--modified-after' 'Only what changed at or after this: 2024-01-01, 2024-01-01T00:00:00Z.' 'ParameterName'
                    Offer '--modified-before' 'Only what changed at or before this; a bare date is its first second.' 'ParameterName'
                    Offer '--time-sort' 'Order of the hits that relevance selected.' 'ParameterName'
                    Offer '--mode' 'Keywords, meaning, or both.' 'ParameterName'
                    Offer '--explain' 'Show the ranks and scores behind each hit.' 'ParameterName'
                    Offer '-l' 'Print paths only, one a line.' 'ParameterName'
                    Offer '--paths' 'Print paths only, one a line.' 'ParameterName'
                    Offer '-0' 'Print paths only, each ended by a NUL, for xargs -0.' 'ParameterName'
                    Offer '--null' 'Print paths only, each ended by a NUL, for xargs -0.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly outline' {
                    Offer '--expand' 'Show these nodes with all below them, such as 2,3.1.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly grep' {
                    Offer '-e' 'The pattern, also one that begins with -.' 'ParameterName'
                    Offer '--regexp' 'The pattern, also one that begins with -.' 'ParameterName'
                    Offer '-C' 'Lines around a match.' 'ParameterName'
                    Offer '--context' 'Lines around a match.' 'ParameterName'
                    Offer '-B' 'Lines before a match.' 'ParameterName'
                    Offer '--before' 'Lines before a match.' 'ParameterName'
                    Offer '-A' 'Lines after a match.' 'ParameterName'
                    Offer '--after' 'Lines after a match.' 'ParameterName'
                    Offer '-i' 'Upper and lower case are the same.' 'ParameterName'
                    Offer '--ignore-case' 'Upper and lower case are the same.' 'ParameterName'
                    Offer '--mode' 'Matching lines, or only their number.' 'ParameterName'
                    Offer '--limit' 'Matches to show of each document, 1 to 100.' 'ParameterName'
                    Offer '--offset' 'Matches of each document to pass over.' 'ParameterName'
                    Offer '--fuzzy-whitespace' 'A space matches any white space, also a line end.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly read' {
                    Offer '--offset' 'First line to show.' 'ParameterName'
                    Offer '--limit' 'Lines to show, 1 to 500.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly list-libraries' {
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly explore' {
                    Offer '--library' 'Only this library.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly find-paths' {
                    Offer '--patterns' 'Parts of folder names, at most 10; repeatable; \, is a comma.' 'ParameterName'
                    Offer '--library' 'Only this library.' 'ParameterName'
                    Offer '--limit' 'Folders to show, 1 to 50.' 'ParameterName'
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly list' {
                    Offer '--library' 'Only this library.' 'ParameterName'
                    Offer '--path' 'Only documents in or below this path.' 'ParameterName'
                    Offer '--type' 'Only these types: pdf, docx, pptx, epub, md, txt, html, image.' 'ParameterName'
                    Offer '--modified-after' 'Only what changed at or after this: 2024-01-01, 2024-01-01T00:00:00Z.' 'ParameterName'
                    Offer '--modified-before' 'Only what changed at or before this; a bare date is its first second.' 'ParameterName'
                    Offer '--sort' 'Last changed first, last changed last, or by name.' 'ParameterName'
                    Offer '--outcome' 'Only these, such as encrypted,corrupt.' 'ParameterName'
                    Offer '--limit' 'Documents to show, 1 to 200.' 'ParameterName'
                    Offer '--offset' 'Documents to pass over.' 'ParameterName'
                    Offer '-l' 'Print paths only, one a line.' 'ParameterName'
                    Offer '--paths' 'Print paths only, one a line.' 'ParameterName'
                    Offer '-0' 'Print paths only, each ended by a NUL, for xargs -0.' 'ParameterName'
                    Offer '--null' 'Print paths only, each ended by a NUL, for xargs -0.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly index' {
                    Offer '--jobs' 'Worker processes, 1 to 64.' 'ParameterName'
                    Offer '--no-vectors' 'Keywords only.' 'ParameterName'
                    Offer '--ocr' 'Read text from images and scans.' 'ParameterName'
                    Offer '--no-ocr' 'Read text from images and scans.' 'ParameterName'
                    Offer '--rebuild' 'Read every file again; ids stay.' 'ParameterName'
                    Offer '--prune' 'Drop documents whose root folder is missing or empty.' 'ParameterName'
                    Offer '--dry-run' 'Say what would be done, and do nothing.' 'ParameterName'
                    Offer '--verify' 'Compare contents, not sizes and times.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly library' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly library add' {
                    Offer '--description' 'What it holds.' 'ParameterName'
                    Offer '--exclude' 'Leave out paths that contain this; repeatable.' 'ParameterName'
                    Offer '--hidden' 'Hidden files too.' 'ParameterName'
                    Offer '--no-ignore' 'Pay no regard to ignore files.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly library remove' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly library rename' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly library set' {
                    Offer '--description' 'What it holds.' 'ParameterName'
                    Offer '--exclude' 'Leave out paths that contain this; repeatable.' 'ParameterName'
                    Offer '--hidden' 'Hidden files too, or not.' 'ParameterName'
                    Offer '--no-hidden' 'Hidden files too, or not.' 'ParameterName'
                    Offer '--no-ignore' 'Disregard ignore files, or not.' 'ParameterName'
                    Offer '--ignore' 'Disregard ignore files, or not.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly status' {
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly model' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly model list' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly model use' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly model download' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly doctor' {
                    Offer '--endpoint' 'Ask the linkly serve at this address.' 'ParameterName'
                    Offer '--token' 'What that server wants to be shown.' 'ParameterName'
                    Offer '--remote' 'Ask the server that linkly auth stored.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly config' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly config get' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly config set' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly config list' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly config path' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly completions' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly man' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly auth' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly auth set-endpoint' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly auth set-key' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly auth status' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly auth logout' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly mcp' {
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
                'linkly serve' {
                    Offer '--host' 'Address to listen at.' 'ParameterName'
                    Offer '--port' 'Port; if it is taken, the next free one; 0: any.' 'ParameterName'
                    Offer '--token' 'What clients have to send; on an address other machines reach, one is made if none is given.' 'ParameterName'
                    Offer '--json' 'Print JSON, the same as --format json.' 'ParameterName'
                    Offer '--format' 'Print in this format: terminal, markdown, json, plain, or a plug-in''s.' 'ParameterName'
                    Offer '--exit-code' 'Exit 0 if something was found, 1 if not, 2 on any failure.' 'ParameterName'
                    Offer '--data-dir' 'Keep the index here. [env var: LINKLY_DATA_DIR]' 'ParameterName'
                    Offer '--quiet' 'No remarks and no progress on standard error.' 'ParameterName'
                    Offer '--debug' 'Show where in the program an error came from.' 'ParameterName'
                    Offer '-V' 'Print the version.' 'ParameterName'
                    Offer '--version' 'Print the version.' 'ParameterName'
                    Offer '-h' 'Show this message and exit.' 'ParameterName'
                    Offer '--help' 'Show this message and exit.' 'ParameterName'
                }
            }
        } else {
            switch -Wildcard ("$path $count") {
                'linkly 0' {
                    Offer 'search' 'Find documents, best first.'
                    Offer 'outline' 'Show the sections of documents, with the lines they are on.'
                    Offer 'grep' 'Find lines in documents by regular expression.'
                    Offer 'read' 'Print the text of documents, with line numbers.'
                    Offer 'list-libraries' 'List the libraries with what they hold.'
                    Offer 'explore' 'Show what a library, or everything, is about.'
                    Offer 'find-paths' 'Find folders by name, ready for search --path-glob.'
                    Offer 'list' 'List documents, one after another.'
                    Offer 'index' 'Index folders, or bring what is indexed up to date.'
                    Offer 'library' 'Add, remove and change libraries.'
                    Offer 'status' 'Show what is indexed, and what failed and why.'
                    Offer 'model' 'Choose the model for search by meaning.'
                    Offer 'doctor' 'Check the installation and the index, with advice for what is wrong.'
                    Offer 'config' 'Read and change settings.'
                    Offer 'completions' 'Print the completion script of a shell.'
                    Offer 'man' 'Show a manual page: in the pager at a terminal, otherwise as text.'
                    Offer 'auth' 'Remember another machine''s server, for --remote.'
                    Offer 'mcp' 'Answer agents over MCP on standard input and output.'
                    Offer 'serve' 'Answer agents, and linkly on other machines, over HTTP.'
                }
                'linkly library 0' {
                    Offer 'add' 'Make a library of folders.'
                    Offer 'remove' 'Forget a library and the documents only it holds.'
                    Offer 'rename' 'Give a library another name.'
                    Offer 'set' 'Change a library; what is not given stays.'
                }
                'linkly model 0' {
                    Offer 'list' 'Print the models that can make vectors; the one in use is marked.'
                    Offer 'use' 'Choose the model that makes vectors.'
                    Offer 'download' 'Fetch the files of a model, so that it works offline from then on.'
                }
                'linkly config 0' {
                    Offer 'get' 'Print the value of a setting.'
                    Offer 'set' 'Change a setting.'
                    Offer 'list' 'Print every setting with its value.'
                    Offer 'path' 'Print where the settings are kept.'
                }
                'linkly config get 0' { 'max_file_size', 'file_timeout', 'worker_memory', 'jobs', 'ocr.engine', 'ocr.languages', 'ocr.timeout', 'vectors.model' | ForEach-Object { Offer $_ $_ } }
                'linkly config set 0' { 'max_file_size', 'file_timeout', 'worker_memory', 'jobs', 'ocr.engine', 'ocr.languages', 'ocr.timeout', 'vectors.model' | ForEach-Object { Offer $_ $_ } }
                'linkly completions 0' { 'bash', 'zsh', 'fish', 'powershell' | ForEach-Object { Offer $_ $_ } }
                'linkly man [0-9]*' { 'search', 'outline', 'grep', 'read', 'list-libraries', 'explore', 'find-paths', 'list', 'index', 'library', 'library-add', 'library-remove', 'library-rename', 'library-set', 'status', 'model', 'model-list', 'model-use', 'model-download', 'doctor', 'config', 'config-get', 'config-set', 'config-list', 'config-path', 'completions', 'man', 'auth', 'auth-set-endpoint', 'auth-set-key', 'auth-status', 'auth-logout', 'mcp', 'serve' | ForEach-Object { Offer $_ $_ } }
                'linkly auth 0' {
                    Offer 'set-endpoint' 'Store the address of another machine''s server, for --remote.'
                    Offer 'set-key' 'Store the token of another machine''s server, for --remote.'
                    Offer 'status' 'Show what is stored; of the key, its end.'
                    Offer 'logout' 'Delete the stored address and token.'
                }
            }
        }
    )
    $offers | Where-Object {
        $_.CompletionText.StartsWith($wordToComplete, [System.StringComparison]::Ordinal)
    }
}
