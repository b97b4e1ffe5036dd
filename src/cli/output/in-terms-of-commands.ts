/** The commands that do what a call of the API does. Messages of the server are written for its callers. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/POST …\/(retry|update|cancel|archive|unarchive|message)\b/g, 'prentice $1'],
  [/GET \/v2\/(projects|models|usage)\b(?![/?])/g, 'prentice $1'],
  [/GET \/v2\/webhooks\b(?![/?])/g, 'prentice webhooks list'],
  [/GET \/v2\/batches\b(?![/?])/g, 'prentice batch list'],
]

/** A message of the server for a person at the command line: it names commands. Pure. */
export const inTermsOfCommands = (text: string): string =>
  COMMANDS.reduce((changed, [call, command]) => inCode(changed, call, command), text)

/** A command stands in backticks, as a call may. */
const inCode = (text: string, call: RegExp, command: string): string =>
  text.replace(new RegExp(`\`?${call.source}\`?`, call.flags), `\`${command}\``)
