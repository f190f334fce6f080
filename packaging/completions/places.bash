# Completion of places(1) for bash. Tests/cli/test_options.py compares it with --help.

_places() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command="" options word
    local service="--google --google-legacy --endpoint --key-file"
    local search="--index $service --lang --region --country --type --bias --restrict --origin --limit"
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $command:$word in
        :suggest | :place | :index) command=$word ;;
        index:build | index:info | index:verify) command="index $word" ;;
        esac
    done
    case $prev in
    --index | --output | --bad-rows | --key-file | -i)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --bias | --restrict | -b | -R)
        compopt -o nospace 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -W "circle: rect:" -- "$cur")
        return
        ;;
    --type | -t)
        mapfile -t COMPREPLY < <(compgen -W "(cities) (regions) airport bar cafe hotel museum park \
            restaurant school supermarket train_station" -- "$cur")
        return
        ;;
    --fields | -f)
        mapfile -t COMPREPLY < <(compgen -W "addressComponents displayName formattedAddress id location \
            primaryType types viewport" -- "$cur")
        return
        ;;
    --lang | --region | --country | --origin | --limit | --endpoint | -[lrcn])
        return
        ;;
    esac
    case $command in
    "") options="$search --version --help" ;;
    suggest) options="$search --json --explain --batch --help" ;;
    place) options="--index $service --fields --lang --region --json --batch --help" ;;
    index) options="--help" ;;
    "index build") options="--output --bad-rows --help" ;;
    "index info") options="--json --help" ;;
    "index verify") options="--help" ;;
    esac
    if [[ $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    fi
    case $command in
    "") mapfile -t COMPREPLY < <(compgen -W "suggest place index" -- "$cur") ;;
    index) mapfile -t COMPREPLY < <(compgen -W "build info verify" -- "$cur") ;;
    index\ *) mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    esac
}

complete -o filenames -o bashdefault -F _places places
