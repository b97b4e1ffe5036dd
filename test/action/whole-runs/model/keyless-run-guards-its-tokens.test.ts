import { expect, test } from 'vitest'
import { answerJson, listen, readBody } from '../../../fakes/listen.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'
import type { GivenWorld } from '../../../support/whole-run/scene.ts'

const TOKEN = 'sk-ant-oat01-8Kd03mWq2LxZ7vBn5TyR'

/** A provider that gives out `TOKEN` in place of a key, and then is the model of the world. */
async function openKeylessWorld(given: GivenWorld) {
  const world = await openWorld(given)
  const assertions: string[] = []
  const origin = await listen(async (request, response) => {
    const body = await readBody(request)
    if (request.url === '/v1/oauth/token') {
      assertions.push(JSON.parse(body).assertion)
      return answerJson(response, 200, { access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 })
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return answerJson(response, 401, {})
    const answer = await fetch(world.model.url + request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      body,
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  const env = {
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1',
    ANTHROPIC_ORGANIZATION_ID: 'an-organization',
  }
  return {
    ...world,
    assertions,
    start: (more: Readonly<Record<string, string>> = {}) => world.start({ env: { ...env, ...more } }),
  }
}

test('both tokens are masked, and appear in nothing else that the run writes', async () => {
  const { start, app, assertions } = await openKeylessWorld({ calls: [greetTheMoon, finish()] })
  const run = await start().ended
  expect(app.results).toMatchObject([{ outcome: 'published' }])
  expect(assertions).toHaveLength(1)
  for (const secret of [TOKEN, assertions[0] ?? '']) {
    const lines = run.log.split('\n').filter((line) => line.includes(secret))
    expect(lines).toEqual([`::add-mask::${secret}`])
    expect(JSON.stringify([run.outputs, run.summary, app.results, app.calls])).not.toContain(secret)
  }
})

test('a change that contains the token is not published', async () => {
  const write = { tool: 'write', input: { path: 'notes.txt', content: `The key is ${TOKEN}.\n` } }
  const { start, app } = await openKeylessWorld({ calls: [write, finish(), finish(), finish(), finish()] })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'secret-found' } }])
})

test.each(['', '/'])(
  'no OIDC token for the server, whose address ends in %j, goes to a provider',
  async (end) => {
    const { start, app, assertions, model } = await openKeylessWorld({ calls: [greetTheMoon, finish()] })
    await start({ ANTHROPIC_OIDC_AUDIENCE: `${app.url}${end}` }).ended
    expect(app.results).toMatchObject([
      {
        outcome: 'failed',
        reason: {
          code: 'input-invalid',
          message: expect.stringContaining('ANTHROPIC_OIDC_AUDIENCE is the address of the Prentice server'),
        },
      },
    ])
    expect([assertions, model.getRequests()]).toEqual([[], []])
  },
)
