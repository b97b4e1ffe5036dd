/** Where this server comes from: sources in a checkout, or JavaScript in an installed package. */
export type Installation = 'checkout' | 'package'

/** Pure. */
export function commandIn(installation: Installation, name: string, args = ''): string {
  const more = args === '' ? '' : ` ${args}`
  if (installation === 'package') return `prentice server ${name}${more}`
  if (name === 'start') return 'npm start'
  // npm's own lines would become part of the file.
  const silent = name === 'workflow' ? '--silent ' : ''
  return `npm run ${silent}${name}${args === '' ? '' : ' --'}${more}`
}

const INSTALLATION: Installation = import.meta.url.endsWith('.ts') ? 'checkout' : 'package'

/** A command of the server as people start it here, for messages. */
export const commandOf = (name: string, args = ''): string => commandIn(INSTALLATION, name, args)
