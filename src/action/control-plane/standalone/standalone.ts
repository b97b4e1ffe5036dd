import type { Mode } from '../../start/choose-mode.ts'
import type { Inputs } from '../../start/inputs.ts'
import type { Connected, ControlPlane } from '../control-plane.ts'
import { buildAssignment } from './build-assignment.ts'
import { CONFIG_PATH, readConfig } from './read-config.ts'
import { readRepository } from './read-repository.ts'

export interface StandaloneDeps {
  readonly inputs: Inputs
  readonly apiUrl: string
  /** `owner/name` */
  readonly repository: string
  /** A few random letters and digits. */
  readonly id: string
  readonly signal: AbortSignal
}

/** With no app, the workflow's own token does for everything, and nobody is told but the log and the outputs. */
export async function runStandalone(
  way: Extract<Mode, { kind: 'alone' }>,
  deps: StandaloneDeps,
): Promise<Connected> {
  const { prompt, model, token } = way
  const { apiUrl, signal, inputs, id } = deps
  const repository = await readRepository({ apiUrl, repository: deps.repository, token, signal })
  const assignment = buildAssignment({ inputs, prompt, model, token, repository, id })
  const engagement: ControlPlane = {
    assignment,
    report: () => {},
    takeMessages: () => [],
    findSettings: async (read) => readConfig(await read(CONFIG_PATH)),
    findInstructions: (read, rules) => read(rules.protectedPaths),
    getPushAccess: async () => ({ token, repository: assignment.repository }),
    keepPatch: async () => {},
    finish: async () => {},
  }
  return { kind: 'ours', engagement }
}
