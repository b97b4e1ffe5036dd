import { INSTALLATION, type Installation } from '../world/installation.ts'

/** How people start the sandbox or the demo with these arguments. The package has no demo. Pure. */
export const commandIn = (kind: Installation['kind'], name: 'sandbox' | 'demo', args: string): string =>
  kind === 'package' ? `prentice ${name} ${args}` : `npm run ${name} -- ${args}`

/** The commands of an operator. Pure. */
export const operatorCommandIn = (kind: Installation['kind'], name: string): string =>
  kind === 'package' ? `prentice server ${name}` : `npm run ${name}`

export const operatorCommandOf = (name: string): string => operatorCommandIn(INSTALLATION.kind, name)

export const commandOf = (name: 'sandbox' | 'demo', args: string): string =>
  commandIn(INSTALLATION.kind, name, args)
