import { expect, test } from 'vitest'
import { workOnBatch } from '../../../../../src/app/batches/work-on-batch.ts'
import { batchQueueKeys } from '../../../../../src/app/job-store/update-job.ts'
import { addProjects } from '../../../../../src/app/projects/installed-projects.ts'
import { listProjects } from '../../../../../src/app/projects/list-projects.ts'
import { parseQueueKey } from '../../../../../src/app/store/keys.ts'
import { dispatchingGithub } from '../../../../support/app/use-cases.ts'
import { DOCS, startDashboard } from '../../../../support/dashboard/start-dashboard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>.md'

/** A batch of one pilot job and two further ones, whose pilot has been created. */
async function scene(paths: readonly string[] = [HOSTILE, 'b.md', 'c.md']) {
  const github = dispatchingGithub([], { listFiles: async () => ({ paths, isComplete: true }) })
  const app = await startDashboard({ github })
  const body = {
    prompt: 'Fix <b>links</b>',
    projectId: app.project,
    each: ['*.md', '<dosc>/**'],
    first: 1,
    limitUsd: 20,
  }
  const { json } = await app.call('POST', '/v2/batches', { body })
  const [entry] = await app.store.list({ prefix: batchQueueKeys.queue(), limit: 1 })
  const key = parseQueueKey(entry?.key ?? '')
  if (entry === undefined || key === null) throw new Error('the batch is not due')
  await workOnBatch(app.parts, key, entry)
  for (const due of await app.store.list({ prefix: batchQueueKeys.queue(), limit: 10 })) {
    const next = parseQueueKey(due.key)
    if (next?.kind === 'step') await workOnBatch(app.parts, next, due)
  }
  return { app, id: String(json.id), path: `/batches/${json.id}` }
}

test('the page of a batch says what became of each job', async () => {
  const { app, id, path } = await scene()
  const rita = await app.signIn('rita')
  const { status, text } = await rita.get(path)
  expect(status).toBe(200)
  expect(text).toContain('<h1>Fix &lt;b&gt;links&lt;/b&gt;</h1>')
  expect(text).toContain('0 of 3 completed, 1 active, 2 not created yet')
  expect(text).toContain('$0.00 of at most $20.00')
  expect(text).toContain('<dt>No file matches</dt><dd><code>&lt;dosc&gt;/**</code>')
  expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;.md')
  expect(text).not.toContain('<img')
  const job = new RegExp(`/dashboard(/jobs/${app.project}/job_\\w+)`).exec(text)?.[1] ?? ''
  expect((await rita.get(job)).text).toContain(`href="/dashboard${path}"`)
  const list = (await rita.get(`/jobs?batch=${id}`)).text
  expect(list.match(/class="job-title"/g)).toHaveLength(1)
  expect(list).toContain(`value="${id}"`)
  expect((await rita.get(`/jobs?batch=batch_${'0'.repeat(26)}`)).text).toContain('No job matches')
})

test('a page that asks again gets its parts only if a job has changed', async () => {
  const { app, id, path } = await scene()
  const rita = await app.signIn('rita')
  const version =
    /data-version="([^"]+)"/.exec((await rita.get(path)).text)?.[1]?.replaceAll('&quot;', '"') ?? ''
  const headers = { 'hx-request-type': 'partial', 'if-none-match': version }
  const same = await rita.get(path, headers)
  expect([same.status, same.headers.get('etag'), same.text]).toEqual([304, version, ''])
  // A reload shows the whole page.
  expect((await rita.get(path, { 'if-none-match': version })).status).toBe(200)
  expect((await (await app.signIn('willy')).get(path, headers)).text).toContain('/cancel?account=acme"')
  await app.call('POST', `/v2/batches/${id}/cancel`)
  const changed = await rita.get(path, headers)
  expect([changed.status, changed.text.includes('Cancelled')]).toEqual([200, true])
})

test('a report of more than a hundred jobs has pages', async () => {
  const { app, path } = await scene(Array.from({ length: 120 }, (_, at) => `${at}.md`))
  const rita = await app.signIn('rita')
  const first = (await rita.get(path)).text
  const next = /href="\/dashboard(\/batches\/[^"]*\?after=\d{6})"/.exec(first)?.[1] ?? ''
  const second = (await rita.get(next)).text
  expect([first, second].map((text) => text.match(/>Job \d+</g)?.length)).toEqual([100, 20])
  expect(second).toContain('First jobs')
})

test('a person who may not read every repository of a batch does not see the batch', async () => {
  const app = await startDashboard()
  const repository = { id: DOCS + 1, name: 'labs', private: true }
  await addProjects(app.parts, { id: 1, account: { id: 77, login: 'acme' } }, [repository])
  app.github.installations[0]?.repositories.push(repository.id)
  app.github.people.olga?.rights.set(repository.id, 'read')
  const both = await listProjects(app.parts.store, 77, () => true, { cursor: null, limit: 10 })
  const projectIds = both.projects.map(({ id }) => id)
  expect(projectIds).toHaveLength(2)
  const { json } = await app.call('POST', '/v2/batches', { body: { prompt: 'Secret plan', projectIds } })
  const see = async (login: string) => {
    const { status, text } = await (await app.signIn(login)).get(`/batches/${json.id}`)
    return [status, text.includes('Secret plan')]
  }
  expect(await see('olga')).toEqual([200, true])
  expect(await see('rita')).toEqual([404, false])
  expect(await see('sten')).toEqual([404, false])
})
