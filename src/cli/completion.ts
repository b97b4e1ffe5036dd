import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Known {
  readonly name: string
  readonly description: string
  readonly options: readonly string[]
  /** Of a group such as `batch`. */
  readonly commands: readonly Known[]
}

/** A script that completes the commands and options of the program. */
export function completion(shell: Shell, program: Command): string {
  const commands = knownOf(program, program)
  switch (shell) {
    case 'bash':
      return bash(commands)
    case 'zsh':
      // zsh understands what bash completes with.
      return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`
    case 'fish':
      return fish(commands)
  }
}

const knownOf = (group: Command, program: Command): Known[] =>
  group.commands.map((command) => ({
    name: command.name(),
    description: command.description().replaceAll("'", ''),
    options: [
      ...new Set([...command.options, ...program.options].flatMap(({ long }) => (long ? [long] : []))),
    ],
    commands: knownOf(command, program),
  }))

const names = (commands: readonly Known[]): string => commands.map(({ name }) => name).join(' ')

const bash = (commands: readonly Known[]): string => `_prentice() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names(commands)}' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands
  .filter((known) => known.commands.length > 0)
  .map(bashGroup)
  .join('')}${bashCases(commands, '    ')}
  esac
}
complete -o default -F _prentice prentice
`

const bashCases = (commands: readonly Known[], indent: string): string =>
  commands
    .filter((known) => known.commands.length === 0)
    .map(
      ({ name, options }) =>
        `${indent}${name}) COMPREPLY=($(compgen -W '${options.join(' ')}' -- "$word")) ;;`,
    )
    .join('\n')

const bashGroup = ({ name, commands }: Known): string => `    ${name})
      if [ "$COMP_CWORD" -eq 2 ]; then
        COMPREPLY=($(compgen -W '${names(commands)}' -- "$word"))
        return
      fi
      case "\${COMP_WORDS[2]}" in
${bashCases(commands, '        ')}
      esac
      ;;
`

const fish = (commands: readonly Known[]): string =>
  commands
    .flatMap((known) => fishCommand(known, commands))
    .join('\n')
    .concat('\n')

function fishCommand({ name, description, options, commands }: Known, all: readonly Known[]): string[] {
  // `prentice batch list` is not `prentice list`.
  const others = all.filter((one) => one.commands.some((command) => command.name === name))
  const isHere = [
    `__fish_seen_subcommand_from ${name}`,
    ...others.map((one) => `not __fish_seen_subcommand_from ${one.name}`),
  ].join('; and ')
  const isOpen = `${isHere}; and not __fish_seen_subcommand_from ${names(commands)}`
  return [
    `complete -c prentice -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
    ...(commands.length === 0
      ? options.map((option) => `complete -c prentice -n '${isHere}' -l ${option.slice(2)}`)
      : []),
    ...commands.flatMap((one) => [
      `complete -c prentice -n '${isOpen}' -f -a ${one.name} -d '${one.description}'`,
      ...one.options.map(
        (option) =>
          `complete -c prentice -n '${isHere}; and __fish_seen_subcommand_from ${one.name}' -l ${option.slice(2)}`,
      ),
    ]),
  ]
}
