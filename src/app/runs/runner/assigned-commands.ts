import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import type { ProjectConfig } from '../../projects/project-config.ts'

/** Checks that need `setup` cannot run without it. */
export function checksOf(
  { checks, warnings }: ProjectConfig,
  allowsSetup: boolean,
  more: readonly string[],
): Pick<Assignment, 'checks' | 'warnings'> {
  const isLeftOut = checks !== null && checks.setup.length > 0 && !allowsSetup
  const all = [...warnings, ...(isLeftOut ? [SETUP_NOT_ALLOWED] : []), ...more]
  return {
    ...(checks !== null && !isLeftOut && { checks }),
    ...(all.length > 0 && { warnings: all }),
  }
}

/** Commands do not need `setup`: what it would have installed is missing. */
export const commandsOf = (
  { commands }: ProjectConfig,
  allowsSetup: boolean,
): Pick<Assignment, 'commands'> =>
  commands === undefined ? {} : { commands: allowsSetup ? commands : { setup: [] } }

const SETUP_NOT_ALLOWED =
  '`setup` and `checks` are left out: the runner repository of the account does not allow `setup` commands of other repositories'
