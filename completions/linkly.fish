# Completion of linkly in fish.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

function __linkly_at --description 'Whether the words so far are this command and as many arguments, or from MIN on'
    # Arguments: COMMAND [= COUNT | + MIN]
    set -l path linkly
    set -l count 0
    set -l skip no
    set -l literal no
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip = yes
            set skip no
        else if test $literal = no; and string match -q -- '-?*' $word
            switch $word
                case --
                    set literal yes
                case --format --data-dir --limit --offset --type --library --path-glob --modified-after --modified-before --time-sort --mode --endpoint --token --expand -e --regexp -C --context -B --before -A --after --fuzzy-whitespace --patterns --path --sort --outcome --jobs --description --exclude --host --port
                    set skip yes
            end
        else
            switch "$count$literal $path $word"
                case '0no linkly search' '0no linkly outline' '0no linkly grep' '0no linkly read' '0no linkly list-libraries' '0no linkly explore' '0no linkly find-paths' '0no linkly list' '0no linkly index' '0no linkly library' '0no linkly library add' '0no linkly library remove' '0no linkly library rename' '0no linkly library set' '0no linkly status' '0no linkly model' '0no linkly model list' '0no linkly model use' '0no linkly model download' '0no linkly doctor' '0no linkly config' '0no linkly config get' '0no linkly config set' '0no linkly config list' '0no linkly config path' '0no linkly completions' '0no linkly man' '0no linkly auth' '0no linkly auth set-endpoint' '0no linkly auth set-key' '0no linkly auth status' '0no linkly auth logout' '0no linkly mcp' '0no linkly serve'
                    set path "$path $word"
                case '*'
                    set count (math $count + 1)
            end
        end
    end
    test "$path" = "$argv[1]"; or return 1
    switch "$argv[2]"
        case =
            test $count -eq $argv[3]
        case +
            test $count -ge $argv[3]
    end
end

complete -c linkly -f

# linkly
complete -c linkly -n "__linkly_at 'linkly' = 0" -a search -d 'Find documents, best first.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a outline -d 'Show the sections of documents, with the lines they are on.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a grep -d 'Find lines in documents by regular expression.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a read -d 'Print the text of documents, with line numbers.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a list-libraries -d 'List the libraries with what they hold.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a explore -d 'Show what a library, or everything, is about.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a find-paths -d 'Find folders by name, ready for search --path-glob.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a list -d 'List documents, one after another.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a index -d 'Index folders, or bring what is indexed up to date.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a library -d 'Add, remove and change libraries.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a status -d 'Show what is indexed, and what failed and why.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a model -d 'Choose the model for search by meaning.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a doctor -d 'Check the installation and the index, with advice for what is wrong.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a config -d 'Read and change settings.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a completions -d 'Print the completion script of a shell.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a man -d 'Show a manual page: in the pager at a terminal, otherwise as text.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a auth -d 'Remember another machine\'s server, for --remote.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a mcp -d 'Answer agents over MCP on standard input and output.'
complete -c linkly -n "__linkly_at 'linkly' = 0" -a serve -d 'Answer agents, and linkly on other machines, over HTTP.'
complete -c linkly -n "__linkly_at 'linkly'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly'" -s h -l help -d 'Show this message and exit.'

# linkly search
complete -c linkly -n "__linkly_at 'linkly search'" -l limit -x -d 'Hits to show, 1 to 50.'
complete -c linkly -n "__linkly_at 'linkly search'" -l offset -x -d 'Hits to pass over.'
complete -c linkly -n "__linkly_at 'linkly search'" -l type -x -a '(__fish_append , pdf docx pptx epub md txt html image)' -d 'Only these types: pdf, docx, pptx, epub, md, txt, html, image.'
complete -c linkly -n "__linkly_at 'linkly search'" -l library -x -d 'Only this library.'
complete -c linkly -n "__linkly_at 'linkly search'" -l path-glob -x -d 'Only paths that contain this; * any run, ? one character, [ab] a set.'
complete -c linkly -n "__linkly_at 'linkly search'" -l modified-after -x -d 'Only what changed at or after this: 2024-01-01, 2024-01-01T00:00:00Z.'
complete -c linkly -n "__linkly_at 'linkly search'" -l modified-before -x -d 'Only what changed at or before this; a bare date is its first second.'
complete -c linkly -n "__linkly_at 'linkly search'" -l time-sort -x -a 'default newest oldest' -d 'Order of the hits that relevance selected.'
complete -c linkly -n "__linkly_at 'linkly search'" -l mode -x -a 'hybrid keyword semantic' -d 'Keywords, meaning, or both.'
complete -c linkly -n "__linkly_at 'linkly search'" -l explain -d 'Show the ranks and scores behind each hit.'
complete -c linkly -n "__linkly_at 'linkly search'" -s l -l paths -d 'Print paths only, one a line.'
complete -c linkly -n "__linkly_at 'linkly search'" -s 0 -l null -d 'Print paths only, each ended by a NUL, for xargs -0.'
complete -c linkly -n "__linkly_at 'linkly search'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly search'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly search'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly search'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly search'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly search'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly search'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly search'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly search'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly search'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly search'" -s h -l help -d 'Show this message and exit.'

# linkly outline
complete -c linkly -n "__linkly_at 'linkly outline'" -l expand -x -d 'Show these nodes with all below them, such as 2,3.1.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly outline'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly outline'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly outline'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly outline'" -s h -l help -d 'Show this message and exit.'

# linkly grep
complete -c linkly -n "__linkly_at 'linkly grep'" -s e -l regexp -x -d 'The pattern, also one that begins with -.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s C -l context -x -d 'Lines around a match.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s B -l before -x -d 'Lines before a match.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s A -l after -x -d 'Lines after a match.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s i -l ignore-case -d 'Upper and lower case are the same.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l mode -x -a 'content count' -d 'Matching lines, or only their number.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l limit -x -d 'Matches to show of each document, 1 to 100.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l offset -x -d 'Matches of each document to pass over.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l fuzzy-whitespace -x -a 'true false' -d 'A space matches any white space, also a line end.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly grep'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly grep'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly grep'" -s h -l help -d 'Show this message and exit.'

# linkly read
complete -c linkly -n "__linkly_at 'linkly read'" -l offset -x -d 'First line to show.'
complete -c linkly -n "__linkly_at 'linkly read'" -l limit -x -d 'Lines to show, 1 to 500.'
complete -c linkly -n "__linkly_at 'linkly read'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly read'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly read'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly read'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly read'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly read'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly read'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly read'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly read'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly read'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly read'" -s h -l help -d 'Show this message and exit.'

# linkly list-libraries
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly list-libraries'" -s h -l help -d 'Show this message and exit.'

# linkly explore
complete -c linkly -n "__linkly_at 'linkly explore'" -l library -x -d 'Only this library.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly explore'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly explore'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly explore'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly explore'" -s h -l help -d 'Show this message and exit.'

# linkly find-paths
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l patterns -x -d 'Parts of folder names, at most 10; repeatable; \\, is a comma.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l library -x -d 'Only this library.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l limit -x -d 'Folders to show, 1 to 50.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly find-paths'" -s h -l help -d 'Show this message and exit.'

# linkly list
complete -c linkly -n "__linkly_at 'linkly list'" -l library -x -d 'Only this library.'
complete -c linkly -n "__linkly_at 'linkly list'" -l path -x -a '(__fish_complete_directories)' -d 'Only documents in or below this path.'
complete -c linkly -n "__linkly_at 'linkly list'" -l type -x -a '(__fish_append , pdf docx pptx epub md txt html image)' -d 'Only these types: pdf, docx, pptx, epub, md, txt, html, image.'
complete -c linkly -n "__linkly_at 'linkly list'" -l modified-after -x -d 'Only what changed at or after this: 2024-01-01, 2024-01-01T00:00:00Z.'
complete -c linkly -n "__linkly_at 'linkly list'" -l modified-before -x -d 'Only what changed at or before this; a bare date is its first second.'
complete -c linkly -n "__linkly_at 'linkly list'" -l sort -x -a 'recent oldest name' -d 'Last changed first, last changed last, or by name.'
complete -c linkly -n "__linkly_at 'linkly list'" -l outcome -x -a '(__fish_append , ok partial encrypted corrupt too_large timeout no_text unsupported)' -d 'Only these, such as encrypted,corrupt.'
complete -c linkly -n "__linkly_at 'linkly list'" -l limit -x -d 'Documents to show, 1 to 200.'
complete -c linkly -n "__linkly_at 'linkly list'" -l offset -x -d 'Documents to pass over.'
complete -c linkly -n "__linkly_at 'linkly list'" -s l -l paths -d 'Print paths only, one a line.'
complete -c linkly -n "__linkly_at 'linkly list'" -s 0 -l null -d 'Print paths only, each ended by a NUL, for xargs -0.'
complete -c linkly -n "__linkly_at 'linkly list'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly list'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly list'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly list'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly list'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly list'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly list'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly list'" -s h -l help -d 'Show this message and exit.'

# linkly index
complete -c linkly -n "__linkly_at 'linkly index' + 0" -F
complete -c linkly -n "__linkly_at 'linkly index'" -l jobs -x -d 'Worker processes, 1 to 64.'
complete -c linkly -n "__linkly_at 'linkly index'" -l no-vectors -d 'Keywords only.'
complete -c linkly -n "__linkly_at 'linkly index'" -l ocr -l no-ocr -d 'Read text from images and scans.'
complete -c linkly -n "__linkly_at 'linkly index'" -l rebuild -d 'Read every file again; ids stay.'
complete -c linkly -n "__linkly_at 'linkly index'" -l prune -d 'Drop documents whose root folder is missing or empty.'
complete -c linkly -n "__linkly_at 'linkly index'" -l dry-run -d 'Say what would be done, and do nothing.'
complete -c linkly -n "__linkly_at 'linkly index'" -l verify -d 'Compare contents, not sizes and times.'
complete -c linkly -n "__linkly_at 'linkly index'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly index'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly index'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly index'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly index'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly index'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly index'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly index'" -s h -l help -d 'Show this message and exit.'

# linkly library
complete -c linkly -n "__linkly_at 'linkly library' = 0" -a add -d 'Make a library of folders.'
complete -c linkly -n "__linkly_at 'linkly library' = 0" -a remove -d 'Forget a library and the documents only it holds.'
complete -c linkly -n "__linkly_at 'linkly library' = 0" -a rename -d 'Give a library another name.'
complete -c linkly -n "__linkly_at 'linkly library' = 0" -a set -d 'Change a library; what is not given stays.'
complete -c linkly -n "__linkly_at 'linkly library'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly library'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly library'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly library'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly library'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly library'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly library'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly library'" -s h -l help -d 'Show this message and exit.'

# linkly library add
complete -c linkly -n "__linkly_at 'linkly library add' + 1" -F
complete -c linkly -n "__linkly_at 'linkly library add'" -l description -x -d 'What it holds.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l exclude -x -d 'Leave out paths that contain this; repeatable.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l hidden -d 'Hidden files too.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l no-ignore -d 'Pay no regard to ignore files.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly library add'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly library add'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly library add'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly library add'" -s h -l help -d 'Show this message and exit.'

# linkly library remove
complete -c linkly -n "__linkly_at 'linkly library remove'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly library remove'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly library remove'" -s h -l help -d 'Show this message and exit.'

# linkly library rename
complete -c linkly -n "__linkly_at 'linkly library rename'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly library rename'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly library rename'" -s h -l help -d 'Show this message and exit.'

# linkly library set
complete -c linkly -n "__linkly_at 'linkly library set' + 1" -F
complete -c linkly -n "__linkly_at 'linkly library set'" -l description -x -d 'What it holds.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l exclude -x -d 'Leave out paths that contain this; repeatable.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l hidden -l no-hidden -d 'Hidden files too, or not.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l no-ignore -l ignore -d 'Disregard ignore files, or not.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly library set'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly library set'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly library set'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly library set'" -s h -l help -d 'Show this message and exit.'

# linkly status
complete -c linkly -n "__linkly_at 'linkly status'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly status'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly status'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly status'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly status'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly status'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly status'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly status'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly status'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly status'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly status'" -s h -l help -d 'Show this message and exit.'

# linkly model
complete -c linkly -n "__linkly_at 'linkly model' = 0" -a list -d 'Print the models that can make vectors; the one in use is marked.'
complete -c linkly -n "__linkly_at 'linkly model' = 0" -a use -d 'Choose the model that makes vectors.'
complete -c linkly -n "__linkly_at 'linkly model' = 0" -a download -d 'Fetch the files of a model, so that it works offline from then on.'
complete -c linkly -n "__linkly_at 'linkly model'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly model'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly model'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly model'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly model'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly model'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly model'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly model'" -s h -l help -d 'Show this message and exit.'

# linkly model list
complete -c linkly -n "__linkly_at 'linkly model list'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly model list'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly model list'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly model list'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly model list'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly model list'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly model list'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly model list'" -s h -l help -d 'Show this message and exit.'

# linkly model use
complete -c linkly -n "__linkly_at 'linkly model use'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly model use'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly model use'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly model use'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly model use'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly model use'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly model use'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly model use'" -s h -l help -d 'Show this message and exit.'

# linkly model download
complete -c linkly -n "__linkly_at 'linkly model download'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly model download'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly model download'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly model download'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly model download'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly model download'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly model download'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly model download'" -s h -l help -d 'Show this message and exit.'

# linkly doctor
complete -c linkly -n "__linkly_at 'linkly doctor'" -l endpoint -x -d 'Ask the linkly serve at this address.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l token -x -d 'What that server wants to be shown.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l remote -d 'Ask the server that linkly auth stored.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly doctor'" -s h -l help -d 'Show this message and exit.'

# linkly config
complete -c linkly -n "__linkly_at 'linkly config' = 0" -a get -d 'Print the value of a setting.'
complete -c linkly -n "__linkly_at 'linkly config' = 0" -a set -d 'Change a setting.'
complete -c linkly -n "__linkly_at 'linkly config' = 0" -a list -d 'Print every setting with its value.'
complete -c linkly -n "__linkly_at 'linkly config' = 0" -a path -d 'Print where the settings are kept.'
complete -c linkly -n "__linkly_at 'linkly config'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly config'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly config'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly config'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly config'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly config'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly config'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly config'" -s h -l help -d 'Show this message and exit.'

# linkly config get
complete -c linkly -n "__linkly_at 'linkly config get' = 0" -a 'max_file_size file_timeout worker_memory jobs ocr.engine ocr.languages ocr.timeout vectors.model'
complete -c linkly -n "__linkly_at 'linkly config get'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly config get'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly config get'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly config get'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly config get'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly config get'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly config get'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly config get'" -s h -l help -d 'Show this message and exit.'

# linkly config set
complete -c linkly -n "__linkly_at 'linkly config set' = 0" -a 'max_file_size file_timeout worker_memory jobs ocr.engine ocr.languages ocr.timeout vectors.model'
complete -c linkly -n "__linkly_at 'linkly config set'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly config set'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly config set'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly config set'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly config set'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly config set'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly config set'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly config set'" -s h -l help -d 'Show this message and exit.'

# linkly config list
complete -c linkly -n "__linkly_at 'linkly config list'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly config list'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly config list'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly config list'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly config list'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly config list'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly config list'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly config list'" -s h -l help -d 'Show this message and exit.'

# linkly config path
complete -c linkly -n "__linkly_at 'linkly config path'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly config path'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly config path'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly config path'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly config path'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly config path'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly config path'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly config path'" -s h -l help -d 'Show this message and exit.'

# linkly completions
complete -c linkly -n "__linkly_at 'linkly completions' = 0" -a 'bash zsh fish powershell'
complete -c linkly -n "__linkly_at 'linkly completions'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly completions'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly completions'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly completions'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly completions'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly completions'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly completions'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly completions'" -s h -l help -d 'Show this message and exit.'

# linkly man
complete -c linkly -n "__linkly_at 'linkly man' + 0" -a 'search outline grep read list-libraries explore find-paths list index library library-add library-remove library-rename library-set status model model-list model-use model-download doctor config config-get config-set config-list config-path completions man auth auth-set-endpoint auth-set-key auth-status auth-logout mcp serve'
complete -c linkly -n "__linkly_at 'linkly man'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly man'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly man'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly man'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly man'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly man'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly man'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly man'" -s h -l help -d 'Show this message and exit.'

# linkly auth
complete -c linkly -n "__linkly_at 'linkly auth' = 0" -a set-endpoint -d 'Store the address of another machine\'s server, for --remote.'
complete -c linkly -n "__linkly_at 'linkly auth' = 0" -a set-key -d 'Store the token of another machine\'s server, for --remote.'
complete -c linkly -n "__linkly_at 'linkly auth' = 0" -a status -d 'Show what is stored; of the key, its end.'
complete -c linkly -n "__linkly_at 'linkly auth' = 0" -a logout -d 'Delete the stored address and token.'
complete -c linkly -n "__linkly_at 'linkly auth'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly auth'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly auth'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly auth'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly auth'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly auth'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly auth'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly auth'" -s h -l help -d 'Show this message and exit.'

# linkly auth set-endpoint
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly auth set-endpoint'" -s h -l help -d 'Show this message and exit.'

# linkly auth set-key
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly auth set-key'" -s h -l help -d 'Show this message and exit.'

# linkly auth status
complete -c linkly -n "__linkly_at 'linkly auth status'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly auth status'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly auth status'" -s h -l help -d 'Show this message and exit.'

# linkly auth logout
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly auth logout'" -s h -l help -d 'Show this message and exit.'

# linkly mcp
complete -c linkly -n "__linkly_at 'linkly mcp'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly mcp'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly mcp'" -s h -l help -d 'Show this message and exit.'

# linkly serve
complete -c linkly -n "__linkly_at 'linkly serve'" -l host -x -d 'Address to listen at.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l port -x -d 'Port; if it is taken, the next free one; 0: any.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l token -x -d 'What clients have to send; on an address other machines reach, one is made if none is given.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l json -d 'Print JSON, the same as --format json.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l format -x -a 'terminal markdown json plain' -d 'Print in this format: terminal, markdown, json, plain, or a plug-in\'s.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l exit-code -d 'Exit 0 if something was found, 1 if not, 2 on any failure.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l data-dir -x -a '(__fish_complete_directories)' -d 'Keep the index here. [env var: LINKLY_DATA_DIR]'
complete -c linkly -n "__linkly_at 'linkly serve'" -l quiet -d 'No remarks and no progress on standard error.'
complete -c linkly -n "__linkly_at 'linkly serve'" -l debug -d 'Show where in the program an error came from.'
complete -c linkly -n "__linkly_at 'linkly serve'" -s V -l version -d 'Print the version.'
complete -c linkly -n "__linkly_at 'linkly serve'" -s h -l help -d 'Show this message and exit.'
