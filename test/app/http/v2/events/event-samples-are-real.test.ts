import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRecordedRuns } from '../../../../../scripts/api/recorded-runs.ts'
import { ALL_TOOLS } from '../../../../../src/action/agent/tools/toolset.ts'
import { EXAMPLE_STREAM } from '../../../../../src/app/http/v2/operation/examples.ts'
import { JobEvent, Stage } from '../../../../../src/contract/events.ts'
import { AgentJob } from '../../../../../src/contract/job.ts'

const page = readFileSync(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
const documented = /<!-- call: events -->[\s\S]*?```http\n([\s\S]*?)```/.exec(page)?.[1] ?? ''

/** What a run reports; the bundle's own test keeps the recording true. */
const recordedStages = readRecordedRuns().published.events.flatMap((event) =>
  event.type === 'stage' ? [event.stage] : [],
)
const toolNames = ALL_TOOLS.map(({ name }) => name)

/** The events of a stream, each with its name and its data. */
const eventsOf = (stream: string) =>
  stream.split('\n\n').flatMap((frame) => {
    const [, event = ''] = /^event: (.+)$/m.exec(frame) ?? []
    const [, data] = /^data: (.+)$/m.exec(frame) ?? []
    return data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
  })

test('a published run reports every stage of the contract but the reserved one', () => {
  expect(['claim', ...recordedStages]).toEqual(Stage.options)
})

test.each([
  ['the OpenAPI description', EXAMPLE_STREAM],
  ['docs/api.md', documented],
])('each event in %s matches its schema, and names an existing stage and tool', (_, stream) => {
  const events = eventsOf(stream)
  expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['job', 'stage', 'step', 'tool']))
  for (const { event, data } of events) {
    if (event === 'job') {
      AgentJob.parse(data)
      continue
    }
    const parsed = JobEvent.parse(data)
    expect(parsed.type).toBe(event)
    if (parsed.type === 'stage') expect(recordedStages).toContain(parsed.stage)
    if (parsed.type === 'tool') expect(toolNames).toContain(parsed.tool)
  }
})
