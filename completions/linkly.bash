# Completion of linkly in bash.
# Generated from the command tree by python -m linkly_cli.reference; do not edit.

_linkly_words() {
  COMPREPLY=($(compgen -P "$prefix" -W "$1" -- "$current"))
}

_linkly_list() {
  local chosen='' word words=''
  [[ $current == *,* ]] && chosen=${current%,*},
  for word in $1; do
    [[ ,$chosen == *",$word,"* ]] || words+=" $word"
  done
  COMPREPLY=($(compgen -P "$prefix$chosen" -W "$words" -- "${current##*,}"))
  compopt -o nospace 2>/dev/null
}

_linkly_paths() {
  local found
  while IFS= read -r found; do
    COMPREPLY+=("$prefix$found")
  done < <(compgen "$1" -- "$current")
  compopt -o filenames 2>/dev/null
}

_linkly_takes_value() {
  case $1 in
    --format | --data-dir | --limit | --offset | --type | --library | --path-glob | --modified-after | --modified-before | --time-sort | --mode | --endpoint | --token | --expand | -e | --regexp | -C | --context | -B | --before | -A | --after | --fuzzy-whitespace | --patterns | --path | --sort | --outcome | --jobs | --description | --exclude | --host | --port) return 0 ;;
  esac
  return 1
}

_linkly_is_command() {
  case $1 in
    'linkly search' | 'linkly outline' | 'linkly grep' | 'linkly read' | 'linkly list-libraries' | 'linkly explore' | 'linkly find-paths' | 'linkly list' | 'linkly index' | 'linkly library' | 'linkly library add' | 'linkly library remove' | 'linkly library rename' | 'linkly library set' | 'linkly status' | 'linkly model' | 'linkly model list' | 'linkly model use' | 'linkly model download' | 'linkly doctor' | 'linkly config' | 'linkly config get' | 'linkly config set' | 'linkly config list' | 'linkly config path' | 'linkly completions' | 'linkly man' | 'linkly auth' | 'linkly auth set-endpoint' | 'linkly auth set-key' | 'linkly auth status' | 'linkly auth logout' | 'linkly mcp' | 'linkly serve') return 0 ;;
  esac
  return 1
}

_linkly_value() {
  case "$path $option" in
    *' --format') _linkly_words 'terminal markdown json plain' ;;
    *' --data-dir') _linkly_paths -d ;;
    'linkly search --type') _linkly_list 'pdf docx pptx epub md txt html image' ;;
    'linkly search --time-sort') _linkly_words 'default newest oldest' ;;
    'linkly search --mode') _linkly_words 'hybrid keyword semantic' ;;
    'linkly grep --mode') _linkly_words 'content count' ;;
    'linkly grep --fuzzy-whitespace') _linkly_words 'true false' ;;
    'linkly list --path') _linkly_paths -d ;;
    'linkly list --type') _linkly_list 'pdf docx pptx epub md txt html image' ;;
    'linkly list --sort') _linkly_words 'recent oldest name' ;;
    'linkly list --outcome') _linkly_list 'ok partial encrypted corrupt too_large timeout no_text unsupported' ;;
  esac
}

_linkly_option() {
  case $path in
    'linkly') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly search') _linkly_words '--limit --offset --type --library --path-glob --modified-after --modified-before --time-sort --mode --explain -l --paths -0 --null --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly outline') _linkly_words '--expand --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly grep') _linkly_words '-e --regexp -C --context -B --before -A --after -i --ignore-case --mode --limit --offset --fuzzy-whitespace --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly read') _linkly_words '--offset --limit --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly list-libraries') _linkly_words '--endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly explore') _linkly_words '--library --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly find-paths') _linkly_words '--patterns --library --limit --endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly list') _linkly_words '--library --path --type --modified-after --modified-before --sort --outcome --limit --offset -l --paths -0 --null --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly index') _linkly_words '--jobs --no-vectors --ocr --no-ocr --rebuild --prune --dry-run --verify --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly library') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly library add') _linkly_words '--description --exclude --hidden --no-ignore --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly library remove') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly library rename') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly library set') _linkly_words '--description --exclude --hidden --no-hidden --no-ignore --ignore --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly status') _linkly_words '--endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly model') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly model list') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly model use') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly model download') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly doctor') _linkly_words '--endpoint --token --remote --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly config') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly config get') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly config set') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly config list') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly config path') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly completions') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly man') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly auth') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly auth set-endpoint') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly auth set-key') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly auth status') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly auth logout') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly mcp') _linkly_words '--json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
    'linkly serve') _linkly_words '--host --port --token --json --format --exit-code --data-dir --quiet --debug -V --version -h --help' ;;
  esac
}

_linkly_argument() {
  case "$path $count" in
    'linkly 0') _linkly_words 'search outline grep read list-libraries explore find-paths list index library status model doctor config completions man auth mcp serve' ;;
    'linkly index '*) _linkly_paths -f ;;
    'linkly library 0') _linkly_words 'add remove rename set' ;;
    'linkly library add 0') ;;
    'linkly library add '*) _linkly_paths -f ;;
    'linkly library set 0') ;;
    'linkly library set '*) _linkly_paths -f ;;
    'linkly model 0') _linkly_words 'list use download' ;;
    'linkly config 0') _linkly_words 'get set list path' ;;
    'linkly config get 0') _linkly_words 'max_file_size file_timeout worker_memory jobs ocr.engine ocr.languages ocr.timeout vectors.model' ;;
    'linkly config set 0') _linkly_words 'max_file_size file_timeout worker_memory jobs ocr.engine ocr.languages ocr.timeout vectors.model' ;;
    'linkly completions 0') _linkly_words 'bash zsh fish powershell' ;;
    'linkly man '*) _linkly_words 'search outline grep read list-libraries explore find-paths list index library library-add library-remove library-rename library-set status model model-list model-use model-download doctor config config-get config-set config-list config-path completions man auth auth-set-endpoint auth-set-key auth-status auth-logout mcp serve' ;;
    'linkly auth 0') _linkly_words 'set-endpoint set-key status logout' ;;
  esac
}

_linkly() {
  local IFS=$' \t\n' current=${COMP_WORDS[COMP_CWORD]} prefix='' path=linkly option='' literal='' count=0 index word
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=${COMP_WORDS[index]}
    if [[ -n $literal || $word == - || $word != -* ]]; then
      if [[ -z $literal && $count == 0 ]] && _linkly_is_command "$path $word"; then
        path+=" $word"
      else
        ((count++))
      fi
    elif [[ $word == -- ]]; then
      literal=yes
    elif [[ $word == --* && ${COMP_WORDS[index + 1]} == = ]]; then # bash splits --mode=count at the equals sign
      ((index += 2))
      if ((index > COMP_CWORD)); then current=''; fi
      if ((index >= COMP_CWORD)); then option=$word; fi
    elif _linkly_takes_value "$word"; then
      ((index += 1))
      if ((index == COMP_CWORD)); then option=$word; fi
    fi
  done
  if [[ -z $option && -z $literal && $current == --*=* ]]; then # unless told not to
    option=${current%%=*} prefix=${current%%=*}= current=${current#*=}
  fi
  if [[ -n $option ]]; then
    _linkly_value
  elif [[ -z $literal && $current == -* ]]; then
    _linkly_option
  else
    _linkly_argument
  fi
}

complete -F _linkly linkly
