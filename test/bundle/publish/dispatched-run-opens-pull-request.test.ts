import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { READ_TOKEN, WRITE_TOKEN } from '../../fakes/github/one-repository.ts'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('a dispatched run ends in a branch, a pull request and a result', async () => {
  const { start, app, github } = await openWorld({ calls: [greetTheMoon, finish()] })
  const run = await start().ended
  expect(run.log).toContain('Opened')
  expect(run.code).toBe(0)

  const headSha = github.git('rev-parse', 'prentice/x1')
  expect(github.git('show', 'prentice/x1:hello.txt')).toBe('Hello, moon!')
  expect(github.git('log', '-1', '--format=%an <%ae> %s', 'prentice/x1')).toBe(
    'prentice[bot] <1+prentice[bot]@users.noreply.github.com> Greet the moon',
  )
  expect(github.pullRequests).toMatchObject([
    { title: 'Greet the moon', head: 'prentice/x1', base: 'main', draft: false },
  ])
  expect(app.calls).toEqual(['claim', 'push-token', 'result'])
  expect(app.results).toMatchObject([
    { outcome: 'published', acknowledged: 1, published: { headSha, pullRequest: 7 }, usage: { steps: 2 } },
  ])
  expect(run.outputs).toEqual({
    'job-id': 'job_1',
    status: 'completed',
    reason: '',
    'pr-url': `${github.url}/o/r/pull/7`,
    'pr-number': '7',
    branch: 'prentice/x1',
    'head-sha': headSha,
    'patch-path': '',
    usage: expect.stringMatching(/^\{"steps":2,.*"perStep":\[\{.*\},\{.*\}\]\}$/),
    transcript: expect.stringMatching(/\/run_1\.transcript\.jsonl$/),
  })
  expect(run.summary).toContain('## Prentice: completed')
})

test('every token is used for a single purpose', async () => {
  const { start, app, github } = await openWorld({ calls: [greetTheMoon, finish()] })
  await start().ended
  expect([...github.gitTokens].filter((use) => !use.endsWith(' ')).sort()).toEqual([
    `receive-pack ${WRITE_TOKEN}`,
    `upload-pack ${READ_TOKEN}`,
  ])
  expect(github.pullRequests[0]?.token).toBe(`token ${WRITE_TOKEN}`)
  const audiences = app.oidcTokens.map((bearer) => decodeJwt(bearer.replace('Bearer ', '')).aud)
  expect(audiences).toEqual([app.url, app.url])
  expect(new Set(app.oidcTokens).size).toBe(2)
  expect(app.secrets.size).toBe(1)
  expect([...app.secrets][0]).toMatch(/^[\w-]{43}$/)
})

test('the app gets the stages in order, with numbers without gaps', async () => {
  const { start, app } = await openWorld({ calls: [greetTheMoon, finish()] })
  await start().ended
  const events = app.events.flatMap((request) => request.events)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const stages = events.flatMap(({ event }) => (event.type === 'stage' ? [event.stage] : []))
  expect(stages).toEqual(['prepare', 'agent', 'plan', 'push', 'pull-request', 'result'])
})

test('a confidential prompt does not appear, not even in texts of the model', async () => {
  const said = 'You asked: Say hello to the moon.'
  const { start, app, github } = await openWorld({
    calls: [{ ...greetTheMoon, say: said }, finish({ summary: said })],
  })
  const run = await start().ended
  const onGitHub = [run.log, run.summary, JSON.stringify(github.pullRequests), github.git('log', '--all')]
  expect(onGitHub.join()).not.toContain('Say hello to the moon')
  expect(app.results).toMatchObject([{ summary: said }])
  expect(JSON.stringify(app.events)).toContain(said)
})
