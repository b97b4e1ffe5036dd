import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Assignment } from '../../../../../src/contract/runner-protocol/assignment.ts'
import {
  EventsResponse,
  FEATURES,
  PROTOCOL_VERSION,
  RegisterResponse,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../../../../src/contract/runner-protocol/protocol.ts'
import { ResultResponse } from '../../../../../src/contract/runner-protocol/result.ts'
import { runnersAtTheDoor } from '../runner-requests.ts'

/** What the bundle of an action sends, and how it reads the answers. */
const Recording = z.object({
  claim: z.looseObject({ protocol: z.int() }),
  runs: z.array(z.object({ events: z.array(z.looseObject({})), result: z.looseObject({}) })),
  answers: z.object({
    register: z.looseObject({}),
    claim: z.looseObject({}),
    events: z.looseObject({}),
    result: z.looseObject({}),
  }),
})

/** What the bundle of this version sends: test/bundle/control-plane records it. */
const SENT = join(import.meta.dirname, '../../../../../scripts/api/recorded-runs.json')
const FOLDER = join(import.meta.dirname, 'actions')
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
const versions = readdirSync(FOLDER).map((file) => ({
  version: file.replace(/\.json$/, ''),
  recording: Recording.parse(read(join(FOLDER, file))),
}))

const newVersion = process.env.RECORD_STORE
if (newVersion !== undefined)
  test('the action of this version is recorded', () => {
    const { published, refused } = z.looseObject({}).parse(read(SENT))
    const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
    const recording = Recording.parse({
      claim: { protocol: PROTOCOL_VERSION, features: FEATURES },
      runs: [published, refused],
      answers: {
        register: schemaOf(RegisterResponse),
        claim: schemaOf(Assignment),
        events: schemaOf(EventsResponse),
        result: schemaOf(ResultResponse),
      },
    })
    writeFileSync(join(FOLDER, `${newVersion}.json`), `${JSON.stringify(recording, null, 1)}\n`)
  })

describe.each(versions)('an action of version $version', ({ recording: { claim, runs, answers } }) => {
  const ajv = new Ajv2020({ strict: false })

  test.each(runs.map((run, index) => [index, run] as const))(
    'reports run %i, and understands what this server answers',
    async (index, run) => {
      const runners = await runnersAtTheDoor()
      const expectUnderstood = (schema: object, answer: { status: number; json: unknown; text: string }) => {
        expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
        const validate = ajv.compile(schema)
        expect(validate(answer.json) ? [] : validate.errors).toEqual([])
        return answer.json
      }
      const workflowRun = 500 + index
      const registered = expectUnderstood(answers.register, await runners.register(workflowRun, claim))
      const { run: id, job } = RegisterResponse.parse(registered)
      expectUnderstood(answers.claim, await runners.claim(workflowRun, id, claim))

      const report = (path: string, body: object) =>
        runners.app.call('POST', path, {
          key: null,
          body,
          headers: { [RUN_SECRET_HEADER]: 's'.repeat(43) },
        })
      const at = new Date(runners.app.clock.at).toISOString()
      const events = run.events.map((event, n) => ({ seq: n + 1, at, event }))
      expectUnderstood(answers.events, await report(runnerPaths.events(id), { events, acknowledged: 0 }))
      const recorded = expectUnderstood(answers.result, await report(runnerPaths.result(id), run.result))
      expect(recorded).toMatchObject({ recorded: true })
      const path = `/v2/agent/${runners.app.project}/job/${job}`
      expect((await runners.app.call('GET', `${path}/runs`)).json).toMatchObject({
        runs: [{ summary: run.result.summary }],
      })
    },
  )
})
