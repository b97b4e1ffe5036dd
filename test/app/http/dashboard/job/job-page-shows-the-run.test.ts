import { expect, test } from 'vitest'
import { feedbackKeys } from '../../../../../src/app/job-store/job-commit.ts'
import { messageKeys } from '../../../../../src/app/job-store/messages.ts'
import { advanceJob } from '../../../../../src/app/job-store/update-job.ts'
import type { TestEvidence } from '../../../../../src/contract/checks.ts'
import { reason } from '../../../../../src/contract/reasons.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { jobScene, publish, step, tool } from './job-scene.ts'

test('the page of a queued job says what it waits for and who asked', async () => {
  const { app, path } = await jobScene()
  const { status, text } = await (await app.signIn('willy')).get(path)
  expect(status).toBe(200)
  expect(text).toContain('<title>◌ Rewrite the greeting · Prentice</title>')
  expect(text).toMatch(/state-waiting.*Queued/s)
  expect(text).toContain('API key test')
  expect(text).toContain('Nothing has happened yet')
})

test.each([
  [{ kind: 'watch', id: 'prj_lib', name: 'acme/lib' }, 'by acme/lib<'],
  [
    { kind: 'settings', id: 'on-conflict', name: 'a conflict with main' },
    'by the setting on-conflict: a conflict with main<',
  ],
  [{ kind: 'actor', id: 2, login: 'willy' }, 'by @willy<'],
])('a message of %j is %s', async (origin, by) => {
  const { app, path, key } = await jobScene()
  const value = JSON.stringify({ text: 'Update the library', at: app.clock.at, origin })
  await app.store.commit({ set: [{ key: messageKeys.record(key.job, 1), value }] })
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain(by)
})

test('lines have numbers, anchors and outcomes; the running stage and its last step are open', async () => {
  const { app, path, runner } = await jobScene()
  await (await runner()).report(
    { type: 'stage', stage: 'prepare' },
    { type: 'stage', stage: 'agent' },
    step(1),
    tool(1, 'src/a.ts'),
    step(2),
    tool(2, 'src/b.ts', false),
    { type: 'note', text: 'half way' },
  )
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain('Working, step 2')
  expect(text).toMatch(/class="stage-name">Working<.*second="2-digit".*\d\d:\d\d:\d\d UTC</)
  expect(text).toMatch(/<details class="stage" id="s1-1" data-into="run-1-stages">/)
  expect(text).toMatch(/<details class="stage" id="s1-2" data-into="run-1-stages" open>/)
  expect(text).toContain('<li class="line refused" id="L1-6"')
  expect(text).toContain('<a class="n" href="#L1-6" aria-label="Line 6">6</a>')
  expect(text).toMatch(/id="first-failure" href="#L1-6"/)
  expect(text).toContain('2,200 tokens so far, $0.02')
  expect(text).toContain('/events?after=1-7')
})

test('a run that failed shows its cause, the next step, and a button to retry', async () => {
  const { app, path, runner } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'stage', stage: 'agent' })
  await (await seat.fail('the provider answered 529')).confirm()
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain('<title>✗ Rewrite the greeting')
  expect(text).toContain('the provider answered 529')
  expect(text).toMatch(/Next:<\/strong> Check the status page of the model provider, then press Retry\./)
  expect(text).toContain(`action="/dashboard${path}/retry?account=acme"`)
  expect(text).not.toContain('hx-sse:connect')
  expect(text).not.toContain('POST …')
})

test('names in backticks are shown as code', async () => {
  const { app, path, runner } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'note', text: 'Run `npm ci` <first>, not `' })
  await (await seat.fail('the runner has no `git <2.40>`')).confirm()
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain('Run <code>npm ci</code> &lt;first&gt;, not `')
  expect(text).toContain('the runner has no <code>git &lt;2.40&gt;</code>')
})

test('the run says what its checks did without the change', async () => {
  const { app, path, runner } = await jobScene()
  const results = [{ name: 'Tests', passed: true, detail: '', seconds: 2 }]
  const tests: TestEvidence = { result: 'fails-without-change', files: 2, checks: ['Tests <b>'], why: null }
  await (await runner()).finish('Done.', { checks: { notRun: null, results, tests } })
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain(
    '<li>Tests of the change: without it, with only its 2 test files, this fails: Tests &lt;b&gt; (reported by the runner)</li>',
  )
})

test('a review shows its findings and suggested lines, and links to GitHub', async () => {
  const { app, deps } = await jobScene()
  const body = { prompt: 'Review it', mode: 'review', ref: 'feature' }
  const { id } = (await app.call('POST', `/v2/agent/${app.project}/job`, { body })).json
  const key = { project: app.project, job: String(id) }
  const review = { pullRequest: 5, headSha: 'b'.repeat(40) }
  const findings = [
    { path: 'src/a.ts', startLine: 3, line: 4, text: 'Never **true**.', suggestion: 'if (a)\n  b()' },
    { path: 'b.ts', line: 9, text: 'Says nothing.', suggestion: '' },
    { path: 'c.ts', line: 1, text: 'Unclear.' },
  ]
  await (await seatedRunner(deps, key, { review })).finish('Two files.', { findings, review: 70 })
  const willy = await app.signIn('willy')
  const { text } = await willy.get(`/jobs/${key.project}/${key.job}`)
  expect(text).toContain('href="https://github.com/acme/docs/pull/5#pullrequestreview-70">Review on pull')
  const drawn = text.slice(text.indexOf('<h3>Findings</h3>')).match(/<li>.*?<\/li>/gs)
  expect(drawn).toEqual([
    '<li><p><code>src/a.ts:3-4</code></p><div class="markdown"><p>Never <strong>true</strong>.</p></div><p>Suggestion:</p><pre tabindex="0">if (a)\n  b()</pre></li>',
    '<li><p><code>b.ts:9</code></p><div class="markdown"><p>Says nothing.</p></div><p>Suggestion: delete this</p></li>',
    '<li><p><code>c.ts:1</code></p><div class="markdown"><p>Unclear.</p></div></li>',
  ])

  await app.call('POST', `/v2/agent/${app.project}/job/${id}/message`, {
    body: { prompt: 'Again', mode: 'review' },
  })
  await (await seatedRunner(deps, key, { review })).finish('Nothing new.', { findings: [] })
  const again = (await willy.get(`/jobs/${key.project}/${key.job}`)).text
  expect(again).toContain('Nothing was posted on <a href="https://github.com/acme/docs/pull/5">')
  expect(again).toContain('<p>No findings.</p>')
})

test('a stopped run shows the tokens and the cost that its steps had reported', async () => {
  const { app, path, runner, key } = await jobScene()
  await (await runner()).report({ type: 'stage', stage: 'agent' }, step(1), step(2))
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/cancel`)
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toMatch(/id="run-cost">\$0\.02<.*id="run-tokens">2,200</s)
  const usage = await (await app.signIn('rita')).get(`${path}/usage`)
  expect(usage.text).toMatch(/<td class="number">2<\/td><td class="number">2,000</)
})

test('to archive a job whose run is active takes a second button, like to stop it', async () => {
  const { app, path, runner } = await jobScene()
  await (await runner()).report({ type: 'stage', stage: 'agent' })
  const willy = await app.signIn('willy')
  const menus = [...(await willy.get(path)).text.matchAll(/<summary class="button[^>]*id="do-(\w+)"/g)]
  expect(menus.map(([, verb]) => verb)).toEqual(['stop', 'archive'])
})

test('the first button of a finished job leads to its pull request', async () => {
  const { app, path, deps, key, runner } = await jobScene()
  await runner()
  await publish(deps, key)
  for (const login of ['willy', 'rita'])
    expect((await (await app.signIn(login)).get(path)).text).toMatch(
      /job-actions"><a class="button button-primary" href="https:\/\/github.com\/acme\/docs\/pull\/18">/,
    )
})

test('the page says once why a run changed nothing', async () => {
  const { app, path, deps, key, runner } = await jobScene()
  await runner()
  const run = { ...key, run: 1 }
  const report = { outcome: 'no-change', headSha: null, pullRequest: null, reason: null } as const
  await advanceJob(deps, run, { type: 'reported', acknowledged: 1, report, usage: null })
  const why = reason('no-change', 'The greeting is as asked already.')
  await advanceJob(deps, run, { type: 'confirmed', delivered: { reason: why } })
  const { text } = await (await app.signIn('rita')).get(path)
  expect(text).toContain('No change made')
  expect(text.match(/The greeting is as asked already/g)).toHaveLength(1)
})

test('the cost of a run that was stopped before its first step is left out', async () => {
  const { app, path, runner, key } = await jobScene()
  await (await runner()).report({ type: 'stage', stage: 'agent' })
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/cancel`)
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain('Reason code: cancelled')
  expect(text).not.toContain('Price unknown')
})

test('a run that ended before a runner began has no lines that could have been deleted', async () => {
  const { app, path, key } = await jobScene()
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/cancel`)
  const { text } = await (await app.signIn('willy')).get(path)
  expect(text).toContain('No runner worked on this run.')
})

test('a person with read access sees everything, and no form except those of the frame', async () => {
  const { app, path } = await jobScene()
  const { text } = await (await app.signIn('rita')).get(path)
  expect(text).toContain('Rewrite the greeting')
  expect([...text.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, action]) => action)).toEqual([
    '/dashboard/sign-out',
    '/dashboard/sign-out-everywhere',
  ])
})

test.each(['', '/overview', '/diff', '/usage', '/log', '/patch', '/messages/1', '/events'])(
  'a stranger does not learn that the job exists: %s',
  async (rest) => {
    const { app, path } = await jobScene()
    const { status, text } = await (await app.signIn('sten')).get(path + rest)
    expect(status).toBe(404)
    expect(text).not.toContain('greeting')
  },
)

test('the log of a run is plain text', async () => {
  const { app, path, runner } = await jobScene()
  await (await runner()).report(step(1), tool(1, 'a\u001b[31m\nb'), { type: 'note', text: 'one\ntwo' })
  const { text, headers } = await (await app.signIn('rita')).get(`${path}/log`)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="job_\w+-run-1\.log"$/)
  expect(text.split('\n').map((line) => line.split('\t').toSpliced(1, 1))).toEqual([
    ['1-1', 'step 1: 1000 input tokens, 100 output tokens, 0.01 USD so far'],
    ['1-2', 'step 1: edit_file a [31m b done'],
    ['1-3', 'one two'],
    [''],
  ])
})

test('an earlier run is shown under its number, and an unknown one is a 404', async () => {
  const { app, path, runner, key } = await jobScene()
  const seat = await runner()
  await seat.report({ type: 'note', text: 'of the first run' })
  await (await seat.fail('broken')).confirm()
  await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/retry`)
  const willy = await app.signIn('willy')
  expect((await willy.get(path)).text).not.toContain('of the first run')
  const first = await willy.get(`${path}?run=1`)
  expect(first.text).toContain('of the first run')
  expect((await willy.get(`${path}?run=3`)).status).toBe(404)
})

test('the newest plan of the agent is a checklist above its lines', async () => {
  const { app, path, runner } = await jobScene()
  const plan = (done: boolean) => ({ type: 'plan' as const, items: [{ text: 'Read <b>it</b>', done }] })
  await (await runner()).report({ type: 'stage', stage: 'agent' }, plan(false), plan(true))
  const { text } = await (await app.signIn('rita')).get(path)
  expect(text.match(/Read &lt;b&gt;it&lt;\/b&gt;/g)).toHaveLength(1)
  expect(text).toMatch(/id="run-1-plan"[^>]*><ul class="plan-items"><li><svg class="icon icon-check-circle"/)
})

test('the page links to the check run, once there is one', async () => {
  const { app, path, key } = await jobScene()
  const rita = await app.signIn('rita')
  expect((await rita.get(path)).text).not.toContain('Check run')
  const shown = {
    ...{ next: null, at: 0, essence: { run: 1, state: 'running' }, comment: null, begun: [], through: 0 },
    ...{ pullRequest: null, prompts: 1, hasApiPrompt: true },
    checkRuns: [{ id: 4711, digest: '', isGone: false, run: 1, sha: 'a'.repeat(40), isCompleted: false }],
  }
  await app.store.commit({ set: [{ key: feedbackKeys.shown(key.job), value: JSON.stringify(shown) }] })
  expect((await rita.get(path)).text).toContain('href="https://github.com/acme/docs/runs/4711"')
})
