import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ALL_TOOLS } from '../../../src/action/agent/tools/toolset.ts'
import { AuditEntry, auditKeys } from '../../../src/app/audit/audit-entry.ts'
import { runId } from '../../../src/app/domain/run-id.ts'
import { JobRecord, jobKeys, RunRecord } from '../../../src/app/job-store/job-record.ts'
import { MessageRecord, messageKeys } from '../../../src/app/job-store/messages.ts'
import { eventKeys } from '../../../src/app/job-store/read-progress.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { holdKeys } from '../../../src/app/limits/hold.ts'
import { reportJob } from '../../../src/app/ops/job-report.ts'
import { TOOLS } from '../../../src/app/ops/report-fields.ts'
import { Project, projectKeys } from '../../../src/app/projects/project.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { RecordedEvent } from '../../../src/contract/events.ts'
import { ResultRequest } from '../../../src/contract/runner-protocol/result.ts'
import { assertAsyncProperty } from '../../support/random.ts'

const PROJECT = 'prj_ya'
const JOB = 'job_01kxtest'
const ACCOUNT = 918273645
const START = Date.parse('2026-11-20T12:34:56.789Z')

interface Filling {
  /** Stands in each text, and is the name of a field that no version knows. */
  readonly marker: string
  /** Whether words of closed lists are replaced, too, as in a damaged record. */
  readonly isEverywhere: boolean
  /** The branch of a union. */
  readonly choose: (branches: number) => number
}

type Schema = z.core.JSONSchema.BaseSchema

/** A value with every field of the schema, and each text filled. */
function fill(schema: Schema, filling: Filling, name = ''): unknown {
  const { marker, isEverywhere, choose } = filling
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return fill(branches[choose(branches.length)] as Schema, filling, name)
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (words !== undefined)
    return isEverywhere && typeof words[0] === 'string' ? marker : words[choose(words.length)]
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([field, of]) => [
        field,
        fill(of as Schema, filling, field),
      ])
      return { ...Object.fromEntries(fields), [marker]: marker }
    }
    case 'array':
      return [1, 2].map(() => fill(schema.items as Schema, filling, name))
    case 'integer':
    case 'number':
      return /(^|[a-z])(id|Id|issue|source|pullRequest)$/.test(name) ? ACCOUNT : START
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return /^at$|Until$|^next$|^until$/.test(name) && !isEverywhere ? new Date(START).toISOString() : marker
  }
}

const schemaOf = (type: z.ZodType): Schema =>
  z.toJSONSchema(type, { unrepresentable: 'any', reused: 'inline', io: 'output' }) as Schema

const SCHEMAS = {
  job: schemaOf(JobRecord),
  run: schemaOf(RunRecord),
  result: schemaOf(ResultRequest),
  message: schemaOf(MessageRecord),
  project: schemaOf(Project),
  audit: schemaOf(AuditEntry),
  event: schemaOf(RecordedEvent),
}

async function reportOf(filling: Filling): Promise<string> {
  const store = await openStore('sqlite::memory:', { now: () => START })
  const fresh = (name: keyof typeof SCHEMAS) => Object(fill(SCHEMAS[name], filling))
  const { marker } = filling
  const run = (number: number) => ({ ...fresh('run'), number })
  const records: Record<string, unknown> = {
    [jobKeys.record({ project: PROJECT, job: JOB })]: {
      ...fresh('job'),
      ...{ createdAt: START, accountId: ACCOUNT, messages: 2, run: run(2) },
    },
    [runKeys.ended(JOB, 1)]: run(1),
    [projectKeys.record(PROJECT)]: { ...fresh('project'), accountId: ACCOUNT },
    [holdKeys.of('account', String(ACCOUNT))]: { heldAt: START, releasedAt: null, by: marker, why: marker },
    [holdKeys.of('project', PROJECT)]: { heldAt: START, releasedAt: marker, by: marker, why: marker },
  }
  for (const number of [1, 2]) {
    records[messageKeys.record(JOB, number)] = fresh('message')
    records[runKeys.result(JOB, number)] = fresh('result')
    records[runKeys.heartbeat(runId({ project: PROJECT, job: JOB, run: number }))] = {
      at: START,
      seq: marker,
    }
    records[eventKeys.batch(JOB, number, 1)] = Array.from({ length: 20 }, () => fresh('event'))
    records[auditKeys.entry(ACCOUNT, START + number, 'x')] = {
      ...fresh('audit'),
      subject: { id: JOB, name: marker },
    }
  }
  const set = Object.entries(records).map(([key, value]) => ({ key, value: JSON.stringify(value) }))
  try {
    await store.commit({ set })
    const text = await reportJob(store, JOB, {
      ...{ version: '1.2.3', node: 'v24.5.0', platform: 'linux x64', store: 'SQLite' },
      environment: {
        DATABASE_URL: marker,
        KEY_PEPPER_FILE: marker,
        [`PRENTICE_${marker}`]: marker,
        GITHUB_SERVER_URL: `https://${marker.replace(/\W/g, '')}.example`,
      },
    })
    return text ?? ''
  } finally {
    await store.close()
  }
}

test('no text, name or id of any record is in a report, whatever its fields hold', async () => {
  await assertAsyncProperty(
    fc.asyncProperty(
      fc.constantFrom(
        'zqzqzqzqzqzq',
        'zq zq\nzq: zq 404 ENOENT zq',
        'https://zq.zq/zq?zq=zq#zq',
        'ZQ_ZQ_ZQ',
        'anthropic/zqzq',
        'zq"zq,{zq}\\zq',
      ),
      fc.boolean(),
      fc.infiniteStream(fc.nat(30)),
      async (marker, isEverywhere, numbers) => {
        const choose = (branches: number) => (numbers.next().value ?? 0) % branches
        const text = await reportOf({ marker, isEverywhere, choose })
        expect(text).toMatch(/^Job report of Prentice/)
        expect(text.split(/^\w+:/m).length).toBeGreaterThanOrEqual(6)
        expect(/zq/i.test(text), 'the marker is in the report').toBe(false)
        for (const id of [ACCOUNT, JOB, PROJECT]) expect(text).not.toContain(String(id))
      },
    ),
    { numRuns: 60 },
  )
})

test('words of closed lists, numbers and times are in the report', async () => {
  const text = await reportOf({ marker: 'zq', isEverywhere: false, choose: () => 0 })
  for (const part of [
    'state: queued',
    'variables: DATABASE_URL, KEY_PEPPER, GITHUB_SERVER_URL',
    'github: Enterprise Server',
    'code=(other)',
    'accountId: account-1',
    'queuedAt: +0.000s',
    'action: (other)',
    'created: 2026-11-20T12 UTC',
  ])
    expect(text).toContain(part)
})

test('the list of tools has each tool of the action', () => {
  expect(TOOLS.toSorted()).toEqual(ALL_TOOLS.map(({ name }) => name).toSorted())
})
