import { extname } from 'node:path'

/**
 * How people start the installed command line. A text must not have `npx` in front of it as long as nobody owns the name in
 * the registry: whoever registers it would run beside a signed-in `gh` and a key. A release changes this line.
 */
export const COMMAND = 'prentice'

const IS_CHECKOUT = extname(import.meta.url) === '.ts'

/** `init` as people start it here, for messages. */
export const initCommand = (args = ''): string => {
  const command = IS_CHECKOUT ? `npm run init${args === '' ? '' : ' --'}` : `${COMMAND} init`
  return args === '' ? command : `${command} ${args}`
}
