import { describe, expect, it } from 'vitest'
import type { NumberedPrompt } from '../../../src/contract/runner-protocol/protocol.ts'
import { call, fail, finish, PROVIDERS, runScript } from '../../support/action/scripted-run.ts'

const READ = call(['read', { path: 'hello.txt' }])

/** Gives one message out at the n-th asking. */
const deliverAt = (asking: number, message: NumberedPrompt) => {
  let asked = 0
  return () => {
    asked += 1
    return asked === asking ? [message] : []
  }
}

describe.concurrent('messages and cancelling', () => {
  it.each(PROVIDERS)('takes a message up between two steps ($provider)', async (wire) => {
    const { outcome, requests, events } = await runScript({
      wire,
      turns: [READ, finish()],
      takeMessages: deliverAt(2, { number: 2, text: 'Greet Mars as well.' }),
    })
    expect(outcome).toMatchObject({ reason: null, acknowledged: 2 })
    expect(requests[1]).toContain(
      '<prompt-k3f9a2b1 number=\\"2\\">\\nGreet Mars as well.\\n</prompt-k3f9a2b1>',
    )
    expect(events).toContainEqual({ type: 'message', number: 2 })
  })

  it.each([
    // https://github.com/mistralai/mistral-vibe/issues/1006
    [
      500,
      'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant',
    ],
    [400, "Unexpected role 'user' after role 'tool'"],
  ])('puts an answer before the message if the server wants one (%i)', async (status, said) => {
    const [wire] = PROVIDERS.filter(({ provider }) => provider === 'openai-compatible')
    const { outcome, requests } = await runScript({
      ...(wire && { wire }),
      turns: [READ, fail(status, said), READ, finish()],
      takeMessages: deliverAt(2, { number: 2, text: 'Greet Mars as well.' }),
    })
    expect(outcome).toMatchObject({ reason: null, acknowledged: 2, usage: { steps: 3 } })
    const rolesOf = (request = '{}') =>
      JSON.parse(request)
        .messages.map(({ role }: { readonly role: string }) => role)
        .join(' ')
    expect(requests.map(rolesOf)).toEqual([
      'system user',
      'system user assistant tool user',
      'system user assistant tool assistant user',
      'system user assistant tool assistant user assistant tool',
    ])
  })

  it('continues when a message arrives while it finishes', async () => {
    const { outcome, requests, files } = await runScript({
      turns: [finish(), call(['write', { path: 'mars.txt', text: 'hi' }]), finish()],
      takeMessages: deliverAt(2, { number: 7, text: 'Greet Mars as well.' }),
    })
    expect(outcome).toMatchObject({ reason: null, acknowledged: 7, usage: { steps: 3 } })
    expect(requests[1]).toContain('Greet Mars as well.')
    expect(files['mars.txt']).toBe('hi')
  })

  it('gives a long message to the agent as a file', async () => {
    const text = `begin ${'x'.repeat(30_000)} middle ${'y'.repeat(30_000)} end`
    const { requests } = await runScript({
      turns: [READ, call(['search', { pattern: 'hello' }], ['read', { path: '/prompts/2.txt' }]), finish()],
      takeMessages: deliverAt(2, { number: 2, text }),
    })
    expect(requests[1]).toContain('<prompt-k3f9a2b1 number=\\"2\\">\\nbegin xxx')
    expect(requests[1]).not.toContain('middle')
    expect(requests[2]).toContain('1\\tbegin xxx')
  })

  it('stops immediately when cancelled in the middle of a model call', async () => {
    const controller = new AbortController()
    const { outcome } = await runScript({
      turns: [READ, { ...finish(), how: { latency: 600_000 } }],
      signal: controller.signal,
      onEvent({ type }) {
        if (type !== 'tool') return
        // By then the next call waits for its answer.
        setTimeout(() => controller.abort('octocat'), 300)
      },
    })
    expect(outcome).toMatchObject({ reason: { code: 'cancelled' }, publishable: false, usage: { steps: 1 } })
    expect(outcome.reason?.message).toContain('Cancelled by octocat.')
  })

  it('counts the usage when the cancellation interrupts a program', async () => {
    const controller = new AbortController()
    const beforeRead = () => {
      controller.abort('a maintainer')
      throw new Error('git was ended')
    }
    const { outcome } = await runScript({
      turns: [call(['write', { path: 'new.txt', text: 'new\n' }]), finish()],
      signal: controller.signal,
      beforeRead,
    })
    expect(outcome).toMatchObject({
      reason: { code: 'cancelled', message: expect.stringContaining('a maintainer') },
      publishable: false,
      usage: { steps: 1 },
    })
  })

  it('makes no further call when it is cancelled between two calls of one answer', async () => {
    const controller = new AbortController()
    const { outcome, files } = await runScript({
      turns: [call(['write', { path: 'one', text: '1' }], ['write', { path: 'two', text: '2' }]), finish()],
      signal: controller.signal,
      onEvent: (event) => event.type === 'tool' && controller.abort(),
    })
    expect(outcome).toMatchObject({ reason: { code: 'cancelled' }, publishable: false })
    expect(Object.keys(files).toSorted()).toEqual(['hello.txt', 'one'])
  })
})
