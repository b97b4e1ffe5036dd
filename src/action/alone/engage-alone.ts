import type { Way } from '../choose-way.ts'
import type { Engaged, Engagement } from '../engagement.ts'
import type { Inputs } from '../inputs.ts'
import { composeAssignment } from './compose-assignment.ts'
import { CONFIG_PATH, readConfig } from './read-config.ts'
import { readRepository } from './read-repository.ts'

export interface EngageAloneDeps {
  readonly inputs: Inputs
  readonly apiUrl: string
  /** `owner/name` */
  readonly repository: string
  /** A few random letters and digits. */
  readonly id: string
  readonly signal: AbortSignal
}

/** With no app, the workflow's own token does for everything, and nobody is told but the log and the outputs. */
export async function engageAlone(
  way: Extract<Way, { kind: 'alone' }>,
  deps: EngageAloneDeps,
): Promise<Engaged> {
  const { prompt, model, token } = way
  const { apiUrl, signal, inputs, id } = deps
  const repository = await readRepository({ apiUrl, repository: deps.repository, token, signal })
  const assignment = composeAssignment({ inputs, prompt, model, token, repository, id })
  const engagement: Engagement = {
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
