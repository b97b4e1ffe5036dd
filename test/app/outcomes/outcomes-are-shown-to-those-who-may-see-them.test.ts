import { expect, test } from 'vitest'
import { type OutcomeEntry, outcomeKeys } from '../../../src/app/usage/outcome-entry.ts'
import { startDashboard } from '../../support/dashboard/start-dashboard.ts'

const pending = { openedAt: 0, firstSha: null, state: 'pending', followUps: 0 } as const

/** Four pull requests of a project, three accepted, and one of a project that nobody else may see. */
async function scene() {
  const app = await startDashboard()
  const at = app.clock.at - 3_600_000
  const accepted = {
    ...pending,
    openedAt: at,
    state: 'accepted',
    endedAt: at + 60_000,
    peopleCommits: 0,
  } as const
  const entry = (project: string, changes: Partial<OutcomeEntry>): OutcomeEntry => ({
    ...{ at, project, by: { kind: 'person', id: '1', name: 'ann' }, origin: 'github', model: 'anthropic/x' },
    ...{ costUsd: 0.5, pulls: [] },
    ...changes,
  })
  const entries = [
    entry(app.project, { pulls: [{ ...accepted, number: 1 }], metadata: { team: '=1+1' } }),
    entry(app.project, { pulls: [{ ...accepted, number: 2, peopleCommits: 2 }] }),
    entry(app.project, { pulls: [{ ...accepted, number: 3 }], costUsd: null }),
    entry(app.project, { pulls: [{ ...pending, openedAt: at, number: 4 }] }),
    entry('prj_secret', {
      pulls: [{ ...accepted, number: 9 }],
      model: 'openai/secret',
      metadata: { team: 'secret' },
    }),
  ]
  await app.store.commit({
    set: entries.flatMap((after, n) => [
      { key: outcomeKeys.entry(77, at, `job_${n}`), value: JSON.stringify(after) },
      { key: outcomeKeys.change(77, `job_${n}`, 1), value: JSON.stringify({ before: null, after }) },
    ]),
  })
  await app
    .call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
    .then(({ json }) => app.call('POST', `/v2/agent/${app.project}/job/${json.id}/cancel`))
  return app
}

test('the page shows small numbers as they are, and no other project', async () => {
  const app = await scene()
  const { status, text } = await (await app.signIn('rita')).get('/usage?days=7&metadata=team')
  expect(status).toBe(200)
  expect(text).toContain('3 of 4')
  expect(text).not.toContain('75%')
  expect(text).toContain('2 of 3')
  expect(text).toContain('$0.75')
  expect(text).toContain('1 of 5 jobs')
  expect(text).toContain('=1+1')
  expect(text).not.toContain('secret')
  expect(text).not.toMatch(/ style=|NaN|undefined/)
})

test('the CSV has a line for each pull request, and metadata is no formula', async () => {
  const app = await scene()
  const { status, text } = await (await app.signIn('rita')).get('/usage-pull-requests.csv?days=7')
  expect(status).toBe(200)
  expect(text).not.toContain('secret')
  const lines = text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[1]).toMatch(/,github,anthropic\/x,0\.500000,1,accepted,.*,60,0,0,,,"\{""team"":""=1\+1""\}"$/)
})

test('the API has the same for what the key covers', async () => {
  const app = await scene()
  const key = await app.newKey({ projectIds: [app.project] })
  const { status, json } = await app.call('GET', '/v2/outcomes?days=7&metadataName=team', { key })
  expect(status).toBe(200)
  expect(json).toMatchObject({
    total: {
      ...{
        jobs: 5,
        delivered: 4,
        accepted: 3,
        rejected: 0,
        pending: 1,
        zeroTouch: 2,
        medianSecondsToMerge: 58,
      },
      ...{ costUsd: 1.5, unpricedJobs: 1, costPerAcceptedUsd: 0.75 },
    },
    projects: [{ projectId: app.project }],
    failures: [],
    unknownJobs: 0,
  })
  expect(JSON.stringify(json)).not.toContain('secret')
  const stranger = await app.newKey({ accountId: 78 })
  expect((await app.call('GET', '/v2/outcomes', { key: stranger })).json).toMatchObject({
    total: { jobs: 0 },
  })
  const odd = await app.call('GET', `/v2/outcomes?metadataName=${encodeURIComponent('a b')}`)
  expect(odd.status).toBe(400)
})
