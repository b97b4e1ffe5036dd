import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { type ReportingServer, reportJob } from '../../../src/app/ops/job-report.ts'
import { recordEvents } from '../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../src/app/runs/record-result.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { claimedRun, SECRET } from '../../support/app/claimed-run.ts'
import { listEntries } from '../../support/app/list-entries.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { type Command, runCommand } from '../../support/processes/command.ts'
import { describeEachStore } from '../../support/stores/stores.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

const SERVER: ReportingServer = {
  ...{ version: '1.2.3', node: 'v24.5.0', platform: 'linux x64', store: 'SQLite' },
  environment: { RATE_LIMIT: '5' },
}

/** A job whose run failed because the model could not be reached. */
async function failedJob(databaseUrl: string): Promise<string> {
  const world = await useCases(undefined, { databaseUrl })
  const { key, run } = await claimedRun(world)
  world.clock.at += 1_500
  const at = new Date(world.clock.at).toISOString()
  const wait = {
    type: 'retry',
    host: 'models.acme.example',
    why: 'connect ECONNREFUSED 10.1.2.3:443',
    retry: 1,
    next: at,
    until: null,
  } as const
  await recordEvents(world, run, SECRET, {
    acknowledged: 1,
    events: [
      { seq: 1, at, event: { type: 'stage', stage: 'agent' } },
      { seq: 2, at, event: { type: 'tool', step: 1, tool: 'read', target: 'src/secret-plan.ts', ok: false } },
      { seq: 3, at, event: wait },
    ],
  })
  await recordResult(world, run, SECRET, {
    ...{ outcome: 'failed', acknowledged: 1, summary: 'acme plans a takeover', usage: null, published: null },
    reason: reason('model-failed', 'models.acme.example answered 529 three times'),
  })
  return key.job
}

describeEachStore((store) => {
  test('a report names what happened without contents, and changes nothing', async () => {
    const databaseUrl = await store.newDatabase()
    const job = await failedJob(databaseUrl)
    const opened = await openStore(databaseUrl, { mustExist: true, now: () => 0 })
    try {
      const before = await listEntries(opened)
      const text = await reportJob(opened, job, SERVER)
      expect(await listEntries(opened)).toEqual(before)
      for (const part of [
        'variables: RATE_LIMIT',
        'state: delivered',
        'text=The model could not be reached or gave no usable answer: ….',
        'errors=529',
        'host=(other)',
        'why=ECONNREFUSED',
        'at=+1.500s',
        'events: stage 1, tool read failed 1, retry 1',
        'workflow: repositoryId=repository-1 ownerId=account-1 actorId=actor-2',
        'model: anthropic/(other)',
      ])
        expect(text).toContain(part)
      expect(text).not.toMatch(/acme|takeover|secret-plan|10\.1\.2\.3|octo|github\.com\/|job_|prj_|ghs_/)
      expect(await reportJob(opened, job, SERVER)).toBe(text)
      expect(await reportJob(opened, `${job}0`, SERVER)).toBeNull()
    } finally {
      await opened.close()
    }
  })
})

test('a person has the same name throughout a report', async () => {
  const world = await useCases()
  const { id } = await world.newJob()
  const by = { kind: 'key', id: 'k', name: 'ci', via: 'api', address: '10.1.2.3' } as const
  await cancelJob(world, { project: 'prj_ya', job: id }, by)
  const text = await reportJob(world.store, id, SERVER)
  expect(text).toMatch(/origin: kind=key id=actor-1/)
  expect(text).toMatch(/action: job\.cancelled\n +by: kind=key id=actor-1 via=api/)
})

test('a damaged record is shown as unexpected, and the rest is reported', async () => {
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'p.db')}`
  const job = await failedJob(databaseUrl)
  const store = await openStore(databaseUrl)
  try {
    const key = jobKeys.record({ job, project: 'prj_ya' })
    const stored = JSON.parse((await store.get(key)) ?? '')
    await store.commit({ set: [{ key, value: JSON.stringify({ ...stored, messages: 'two', run: null }) }] })
    expect(await reportJob(store, job, SERVER)).toContain('messages: (unexpected)')
    await store.commit({ set: [{ key, value: JSON.stringify({ ...stored, messages: 1e300 }) }] })
    expect(await reportJob(store, job, SERVER)).toContain('messages: 1e+300')
    await store.commit({ set: [{ key, value: '{"half": ' }] })
    const text = await reportJob(store, job, SERVER)
    expect(text).toContain('record: (unexpected)')
    expect(text).toContain('events: stage 1, tool read failed 1, retry 1')
  } finally {
    await store.close()
  }
})

async function report(databaseUrl: string, ...args: string[]) {
  const command = await runCommand('src/app/ops/report.ts', args, { DATABASE_URL: databaseUrl })
  commands.push(command)
  return command.ended
}

test('the command shows the report, and writes it only to a new file that others cannot read', async () => {
  const folder = temporaryFolder()
  const databaseUrl = `sqlite:${join(folder, 'p.db')}`
  const job = await failedJob(databaseUrl)
  const shown = await report(databaseUrl, job)
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Job report of Prentice/),
    stderr: '',
  })

  const file = join(folder, 'report.txt')
  const written = await report(databaseUrl, job, '--output', file)
  expect(written).toMatchObject({ code: 0, stdout: readFileSync(file, 'utf8') })
  expect(written.stderr).toContain('Read it before you publish it')
  expect(statSync(file).mode & 0o777).toBe(0o600)

  writeFileSync(file, 'of somebody else')
  const refused = await report(databaseUrl, job, '--output', file)
  expect(refused).toMatchObject({ code: 1, stdout: shown.stdout })
  expect(refused.stderr).toContain(`${file} was not written (it exists already)`)
  expect(readFileSync(file, 'utf8')).toBe('of somebody else')
})

test('an unknown job, a missing database and wrong arguments are named', async () => {
  const folder = temporaryFolder()
  const databaseUrl = `sqlite:${join(folder, 'p.db')}`
  await failedJob(databaseUrl)
  const unknown = await report(databaseUrl, 'job_01none')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('there is no job job_01none in this database')

  const missing = join(folder, 'none.db')
  expect((await report(`sqlite:${missing}`, 'job_01none')).stderr).toContain('there is no database')
  expect(existsSync(missing)).toBe(false)

  const wrong = await report(databaseUrl, 'https://github.com/acme/docs')
  expect(wrong).toMatchObject({ code: 2, stdout: '' })
  expect(wrong.stderr).toContain(
    'a job is named by its id, which begins with `job_`\nusage: npm run --silent report',
  )
})
