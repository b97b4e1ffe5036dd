import { expect, test } from 'vitest'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { FINISH } from '../../../support/action/scripted-run.ts'
import { runAgent } from '../../../support/whole-run/agent-run.ts'

const TURNS: readonly Turn[] = [
  { kind: 'failure', status: 529, message: 'Overloaded' },
  { kind: 'answer', answer: { calls: [{ name: 'finish', input: { ...FINISH, no_change: true } }] } },
]

test.each([
  [['retries'], 1],
  [[], 0],
])('a server with the features %j gets %i event', async (features, count) => {
  const { run, app } = await runAgent({
    script: () => TURNS,
    assignment: { features, showPrompt: true },
    env: { MODEL_RETRY_SECONDS: '0.01' },
  })
  expect(run.log).toMatch(
    /cannot reach the model at 127\.0\.0\.1:\d+ \(529, Overloaded\); retry 1 at [\d:]{8}, gives up at [\d:]{8} UTC/,
  )
  const events = app.events.flatMap(({ events }) => events.map(({ event }) => event))
  expect(events.filter(({ type }) => type === 'retry')).toHaveLength(count)
})
