import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { AgentEvent } from '../../src/contract/events.ts'
import { ResultRequest } from '../../src/contract/runner-protocol/result.ts'

const RecordedRun = z.object({
  events: z.array(AgentEvent),
  result: ResultRequest,
  /** For `git apply`; `null` if the work was published. */
  patch: z.string().nullable(),
})
export type RecordedRun = z.infer<typeof RecordedRun>

/** What the action sent to the server in two runs. A test of the bundle records them, and compares them with the file. */
export const readRecordedRuns = (): { readonly published: RecordedRun; readonly refused: RecordedRun } =>
  z
    .object({ published: RecordedRun, refused: RecordedRun })
    .parse(JSON.parse(readFileSync(new URL('./recorded-runs.json', import.meta.url), 'utf8')))
