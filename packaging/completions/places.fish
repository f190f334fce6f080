# Completion of places(1) for fish. Tests/cli/test_options.py compares it with --help.

function __places_command
    # The command on the line: "", suggest, place, index, build, info or verify.
    set -l command ""
    for word in (commandline -opc)[2..]
        switch "$command:$word"
            case :suggest :place :index index:build index:info index:verify
                set command $word
        end
    end
    test "$command" = "$argv[1]"
end

complete -c places -f

complete -c places -n '__places_command ""' -a suggest -d 'Print the places that a text can mean'
complete -c places -n '__places_command ""' -a place -d 'Print the details of a place by its ID'
complete -c places -n '__places_command ""' -a index -d 'Make, describe and check index files'
complete -c places -n '__places_command ""' -s V -l version -d 'Print the version and exit'
complete -c places -n '__places_command index' -a build -d 'Make an index file from open data'
complete -c places -n '__places_command index' -a info -d 'Print what an index file holds'
complete -c places -n '__places_command index' -a verify -d 'Check index files for damage'
complete -c places -s h -l help -d 'Print help and exit'

for command in "" suggest
    set -l here "__places_command '$command'"
    complete -c places -n $here -s i -l index -r -F -d 'An index file to search'
    complete -c places -n $here -s l -l lang -x -d 'Language of the answers'
    complete -c places -n $here -s r -l region -x -d 'Your country'
    complete -c places -n $here -s c -l country -x -d 'Only places of these countries'
    complete -c places -n $here -s t -l type -x -d 'Only places of these types' \
        -a '\\(cities\\) \\(regions\\) airport bar cafe hotel museum park restaurant school supermarket train_station'
    complete -c places -n $here -s b -l bias -x -a 'circle: rect:' -d 'Prefer places near an area'
    complete -c places -n $here -s R -l restrict -x -a 'circle: rect:' -d 'Only places inside an area'
    complete -c places -n $here -s o -l origin -x -d 'Show distances from this point'
    complete -c places -n $here -s n -l limit -x -a '1 2 3 4 5' -d 'At most this many places'
end
for command in "" suggest place
    set -l here "__places_command '$command'"
    complete -c places -n $here -l google -d 'Ask Google Places API (New)'
    complete -c places -n $here -l google-legacy -d 'Ask the legacy Places API'
    complete -c places -n $here -l endpoint -x -d 'Another address of the service'
    complete -c places -n $here -l key-file -r -F -d 'Read the API key from a file'
end
complete -c places -n '__places_command suggest' -s j -l json -d 'Print the response body'
complete -c places -n '__places_command suggest' -s x -l explain -d 'Say why each place ranks where it does'
complete -c places -n '__places_command suggest' -s B -l batch -d 'Answer request bodies from standard input'

complete -c places -n '__places_command place' -s i -l index -r -F -d 'An index file to search'
complete -c places -n '__places_command place' -s f -l fields -x -d 'Only these fields' \
    -a 'addressComponents displayName formattedAddress id location primaryType types viewport'
complete -c places -n '__places_command place' -s l -l lang -x -d 'Language of the answers'
complete -c places -n '__places_command place' -s r -l region -x -d 'Your country'
complete -c places -n '__places_command place' -s j -l json -d 'Print the Place body'
complete -c places -n '__places_command place' -s B -l batch -d 'Answer place IDs from standard input'

complete -c places -n '__places_command build' -F
complete -c places -n '__places_command build' -s o -l output -r -F -d 'The index file to write'
complete -c places -n '__places_command build' -s b -l bad-rows -r -F -d 'Write bad rows to a file'
complete -c places -n '__places_command info' -F
complete -c places -n '__places_command info' -s j -l json -d 'Print JSON'
complete -c places -n '__places_command verify' -F
