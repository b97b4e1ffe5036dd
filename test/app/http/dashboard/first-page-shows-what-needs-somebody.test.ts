import { expect, test } from 'vitest'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { jobScene, publish } from './job/job-scene.ts'

const CHECK = {
  ...{ checkedAt: 1, refused: null, organisation: null },
  workflow: { kind: 'ok', problems: [] },
  settings: { mistakes: [], warnings: [], explained: [] },
}

/** Titles of the sections of the page, in their order. */
const sectionsOf = (text: string): (string | undefined)[] =>
  [...text.matchAll(/<h2 class="section">([^<]*)</g)].map(([, title]) => title)

async function scene() {
  const given = await jobScene()
  const { app } = given
  const checked = async (more: object = {}): Promise<void> => {
    const value = JSON.stringify({ ...CHECK, ...more })
    await app.store.commit({ set: [{ key: projectKeys.check(app.project), value }] })
  }
  await checked()
  const rita = await app.signIn('rita')
  return { ...given, checked, shown: async () => (await rita.get('')).text }
}

test('once its steps are done, the first page shows jobs instead of them', async () => {
  const { app, deps, key, runner, shown } = await scene()
  const active = await shown()
  expect(sectionsOf(active)).toEqual(['Active'])
  expect(active).not.toContain('class="steps"')
  await runner()
  await publish(deps, key)
  expect(sectionsOf(await shown())).toEqual(['Newest'])
  await app.call('POST', `/v2/agent/${key.project}/job`, { body: { prompt: 'Another one' } })
  expect(sectionsOf(await shown())).toEqual(['Active', 'Newest'])
})

test('a failed job is first, with its reason; a cancelled one needs no attention', async () => {
  const { app, key, runner, shown } = await scene()
  await (await (await runner()).fail('the provider answered 529')).confirm()
  const more = { body: { prompt: 'Stop me' } }
  const other = await app.call('POST', `/v2/agent/${key.project}/job`, more)
  await app.call('POST', `/v2/agent/${key.project}/job/${String(other.json.id)}/cancel`)
  const text = await shown()
  expect(sectionsOf(text)).toEqual(['Needs attention', 'Newest'])
  expect(text).toMatch(
    /Needs attention.*class="job-row-why">[^<]*the provider answered 529.*Newest.*Stop me/s,
  )
})

test('a job that no runner claims for ten minutes needs attention', async () => {
  const { app, deps, key, shown } = await scene()
  const run = { ...key, run: 1 }
  const workflow = { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 }
  const plan = { attempt: 1, workflow, filesSha: 'a'.repeat(40), base: 'main', newBranch: null }
  await advanceJob(deps, run, { type: 'dispatching', plan, dueAt: app.clock.at })
  await advanceJob(deps, run, { type: 'dispatched', workflowRunId: 1, url: 'https://x', dueAt: app.clock.at })
  expect(sectionsOf(await shown())).toEqual(['Active'])
  app.clock.at += 11 * 60_000
  expect(sectionsOf(await shown())).toEqual(['Needs attention'])
})

test.each([
  ['without a workflow file', { workflow: { kind: 'missing', problems: [] } }, 'It has no workflow file'],
  [
    'with invalid settings',
    { settings: { mistakes: ['line 1'], warnings: [], explained: [] } },
    'Its settings are not valid',
  ],
])('a project %s needs attention', async (_, more, why) => {
  const { checked, shown } = await scene()
  await checked(more)
  const text = await shown()
  expect(sectionsOf(text)[0]).toBe('Needs attention')
  expect(text).toContain(why)
})

test('a person sees no job and no project of others', async () => {
  const { app, checked } = await scene()
  await checked({ workflow: { kind: 'missing', problems: [] } })
  const { text } = await (await app.signIn('sten')).get('')
  expect(text).not.toContain('greeting')
  expect(text).not.toContain('Needs attention')
})

test('a question is above everything else, with its choices as buttons, until it is answered', async () => {
  const { app, key, runner, shown } = await scene()
  await (await runner()).ask({ text: 'Which <b>logo</b>?', choices: ['Red', 'Blue'] })
  const text = await shown()
  expect(sectionsOf(text)[0]).toBe('Questions')
  expect(text).toContain('Which &lt;b&gt;logo&lt;/b&gt;?')
  expect(text).toContain('Only people with write access to the repository can answer.')
  const willy = await app.signIn('willy')
  const own = (await willy.get('')).text
  expect(own).toContain('<button class="button" name="prompt" value="2">Blue</button>')
  const refused = await willy.post(`/jobs/${key.project}/${key.job}/message`, {
    ...{ 'idempotency-key': 'k'.repeat(20), prompt: '7' },
  })
  expect([refused.status, refused.text.includes('The question has the choices 1 to 2.')]).toEqual([422, true])
  await willy.post(`/jobs/${key.project}/${key.job}/message`, {
    ...{ 'idempotency-key': 'l'.repeat(20), prompt: '2' },
  })
  expect(sectionsOf(await shown())).toEqual(['Active'])
})
