import { describe, expect, it } from 'vitest'
import { call, FINISH, fail, finish, runScript, say } from '../../support/action/scripted-run.ts'

const EDIT = call(['edit', { path: 'hello.txt', old: 'hello', new: 'hello world' }])
const READ = call(['read', { path: 'hello.txt' }])
const limits = { steps: 20, seconds: 60, costUsd: 5 }

describe.concurrent('what was changed before the model failed', () => {
  it.each([
    ['model-failed', fail(529, 'overloaded, organization org-secret')],
    ['model-refused', fail(401, 'revoked, organization org-secret')],
    ['content-refused', fail(400, 'content_policy_violation, organization org-secret')],
    ['context-too-long', fail(400, 'prompt is too long, organization org-secret')],
  ] as const)('is landed: %s', async (code, forever) => {
    const { outcome } = await runScript({ turns: [EDIT], forever, retrySettings: { patienceMs: 50 } })
    expect(outcome).toMatchObject({ reason: { code }, publishable: true, usage: { steps: 1 } })
    expect(outcome.title).toBe('Unfinished work by Prentice')
    expect(outcome.summary).toContain('org-secret')
    // It is public, and the account is not.
    expect(outcome.body).toContain('anthropic/claude-sonnet-4-5')
    expect(outcome.body).not.toContain('org-secret')
  })

  it('is not published if nothing changed', async () => {
    const { outcome } = await runScript({ turns: [READ], forever: fail(401, 'revoked') })
    expect(outcome).toMatchObject({ reason: { code: 'model-refused' }, publishable: false })
  })
})

describe.concurrent('a provider that is busy', () => {
  it('is retried until the patience ends', async () => {
    const { outcome, requests, files } = await runScript({
      turns: [...Array.from({ length: 7 }, () => fail(529, 'overloaded')), EDIT, finish()],
      retrySettings: { longestBackoffMs: 20 },
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(requests).toHaveLength(9)
    expect(files['hello.txt']).toBe('hello world\n')
  })

  it('is not waited for beyond the end of the run', async () => {
    const { outcome } = await runScript({ turns: [EDIT, fail(429, 'slow down', 600)], task: { limits } })
    expect(outcome).toMatchObject({
      ...{ reason: { code: 'quota-spent' }, publishable: true },
      unfinished: { againInMs: 600_000, notes: '- edit hello.txt' },
    })
    expect(outcome.reason?.message).toContain('slow down')
  })
})

describe.concurrent('a server that refuses to force a call', () => {
  it.each([
    'tool_choice forces tool use is not compatible with this model',
    // Groq, if the model answered with text.
    'Failed to call a function. Please adjust your prompt.',
  ])('is asked once more without force: %s', async (message) => {
    const refused = fail(400, message)
    const { outcome, requests } = await runScript({
      turns: [EDIT, refused, finish()],
      task: { limits: { ...limits, steps: 1 } },
    })
    expect(outcome).toMatchObject({ reason: { code: 'step-limit' }, publishable: true, title: FINISH.title })
    expect(requests).toHaveLength(3)
    expect(requests[1]).toContain('"tool_choice":{"type":"tool","name":"finish"')
    expect(requests[2]).not.toContain('"tool_choice":{"type":"tool"')
  })

  it('may answer with text', async () => {
    const { outcome } = await runScript({
      turns: [EDIT, fail(404, 'no endpoint supports tool_choice'), say('Greeted, not checked.')],
      task: { limits: { ...limits, steps: 1 } },
    })
    expect(outcome).toMatchObject({ publishable: true, title: 'Greeted, not checked.' })
  })
})
