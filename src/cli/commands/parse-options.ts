import { type Command, InvalidArgumentError } from 'commander'

/** Adds `name=text` to the pairs of earlier options. */
export function parsePair(
  text: string,
  earlier: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const cut = text.indexOf('=')
  if (cut < 1) throw new InvalidArgumentError('It must be name=text.')
  return { ...earlier, [text.slice(0, cut)]: text.slice(cut + 1) }
}

export function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1.')
  return Number(text)
}

export function parseDollars(text: string): number {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(text) || Number(text) === 0)
    throw new InvalidArgumentError('It must be an amount in US dollars, such as 20 or 0.50.')
  return Number(text)
}

/** Adds the names of a list with commas to those of earlier options. */
export const parseNames = (text: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  ...text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
]

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
