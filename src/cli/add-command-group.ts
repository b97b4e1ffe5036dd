import type { Command } from 'commander'

/** Adds a group such as `prentice batch …`. Returns what adds a command to it, with the options that each one has. */
export function addCommandGroup(
  program: Command,
  name: string,
  description: string,
): (name: string, description: string) => Command {
  const group = program.command(name).description(description).enablePositionalOptions()
  return (verb, what) =>
    group
      .command(verb)
      .description(what)
      .option('--server <url>', 'address of the server')
      .option('--json', 'print JSON')
}
