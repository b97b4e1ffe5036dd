/**
 * Why the program has to stop, if npm kept options of it: `npm run onboard --dry-run` gives the program no option, and it
 * would open pull requests. npm shows what it kept in variables. `null`: it kept none. Pure.
 */
export function describeKeptByNpm(
  names: readonly string[],
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | null {
  const script = environment.npm_lifecycle_event
  if (script === undefined) return null
  const kept = names
    .map((name) => `--${name}`)
    .filter((option) => isKept(environment, option) && !args.some((arg) => isOption(arg, option)))
  if (kept.length === 0) return null
  const missing = kept.join(' ')
  return `npm kept ${missing} for itself: put \`--\` before the options, as in \`npm run ${script} -- ${missing}\``
}

const isKept = (environment: NodeJS.ProcessEnv, option: string): boolean =>
  Boolean(environment[`npm_config_${option.slice(2).replaceAll('-', '_')}`])

const isOption = (arg: string, option: string): boolean => arg === option || arg.startsWith(`${option}=`)
