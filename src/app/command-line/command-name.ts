/** Where this server comes from: sources in a checkout, or JavaScript in an installed package. */
export type Installation = 'checkout' | 'package'

/** Pure. */
export function commandIn(installation: Installation, name: string, args = ''): string {
  if (args !== '') return `${programIn(installation, name)} ${args}`
  if (installation === 'package') return `prentice server ${name}`
  return name === 'start' ? 'npm start' : `npm run ${silent(name)}${name}`
}

/** The command as it stands before its arguments. Pure. */
export function programIn(installation: Installation, name: string): string {
  return installation === 'package' ? `prentice server ${name}` : `npm run ${silent(name)}${name} --`
}

// npm's own lines would become part of the file, and of the report, whose job they name.
const silent = (name: string): string => (['workflow', 'report'].includes(name) ? '--silent ' : '')

const INSTALLATION: Installation = import.meta.url.endsWith('.ts') ? 'checkout' : 'package'

/** A command of the server as people start it here, for messages. */
export const commandOf = (name: string, args = ''): string => commandIn(INSTALLATION, name, args)

/** How usage texts name a program whose own parser writes the arguments. */
export const programOf = (name: string): string => programIn(INSTALLATION, name)
