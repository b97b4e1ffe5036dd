import type { Mode } from '../../start/choose-mode.ts'
import type { Inputs } from '../../start/inputs.ts'
import type { Connection, ControlPlane } from '../control-plane.ts'
import { buildAssignment } from './build-assignment.ts'
import { readRepository } from './read-repository.ts'
import { readSettings } from './read-settings.ts'

export interface StandaloneDeps {
  readonly inputs: Inputs
  readonly apiUrl: string
  /** `owner/name` */
  readonly repository: string
  /** A few random letters and digits. */
  readonly id: string
  readonly signal: AbortSignal
}

/** Without a server: the workflow's own token is used for everything, and the log and the outputs are the only report. */
export async function runStandalone(
  mode: Extract<Mode, { kind: 'standalone' }>,
  deps: StandaloneDeps,
): Promise<Connection> {
  const { prompt, model, token } = mode
  const { apiUrl, signal, inputs, id } = deps
  const repository = await readRepository({ apiUrl, repository: deps.repository, token, signal })
  const assignment = buildAssignment({ inputs, prompt, model, token, repository, id })
  const controlPlane: ControlPlane = {
    assignment,
    report: () => {},
    takeMessages: () => [],
    findSettings: async (read) => readSettings(await read()),
    findInstructions: (read, rules) => read(rules.protectedPaths),
    getPushAccess: async () => ({ token, repository: assignment.repository }),
    savePatch: async () => {},
    finish: async () => {},
  }
  return { kind: 'claimed', controlPlane }
}
