import type { Command } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

interface Known {
  readonly name: string
  readonly description: string
  readonly options: readonly string[]
}

/** A script that completes the commands and options of the program. */
export function completion(shell: Shell, program: Command): string {
  const commands: Known[] = program.commands.map((command) => ({
    name: command.name(),
    description: command.description().replaceAll("'", ''),
    options: [...command.options, ...program.options].flatMap(({ long }) => (long ? [long] : [])),
  }))
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

const bash = (commands: readonly Known[]): string => `_prentice() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options }) => `    ${name}) COMPREPLY=($(compgen -W '${options.join(' ')}' -- "$word")) ;;`).join('\n')}
  esac
}
complete -o default -F _prentice prentice
`

const fish = (commands: readonly Known[]): string =>
  commands
    .flatMap(({ name, description, options }) => [
      `complete -c prentice -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
      ...options.map(
        (option) => `complete -c prentice -n '__fish_seen_subcommand_from ${name}' -l ${option.slice(2)}`,
      ),
    ])
    .join('\n')
    .concat('\n')
