import { describe, expect, it } from 'vitest'
import { call, finish, runScript } from '../../support/action/scripted-run.ts'

const missing = (n: number) => ['read', { path: `missing-${n}` }] as const
const reads = (path: string, more = {}) => ['read', { path, ...more }] as const

describe.concurrent('the calls of one answer', () => {
  it('may all fail without ending the run', async () => {
    const { outcome, requests } = await runScript({
      turns: [call(...[1, 2, 3, 4, 5, 6].map(missing)), finish()],
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true })
    expect(requests).toHaveLength(2)
    expect(requests[1]).toContain('missing-6')
  })

  it('may all be the same', async () => {
    const { outcome } = await runScript({
      turns: [call(...Array.from({ length: 5 }, () => reads('hello.txt'))), finish()],
    })
    expect(outcome).toMatchObject({ reason: null })
  })

  it('count as a success if one of them succeeds', async () => {
    const mixed = [1, 2, 3, 4, 5, 6].map((n) => call(missing(n), reads('hello.txt', { from: 1, lines: n })))
    const { outcome } = await runScript({ turns: [...mixed, finish()] })
    expect(outcome).toMatchObject({ reason: null })
  })

  it('count as repeated only if the whole list is the same', async () => {
    const both = call(reads('hello.txt'), ['list', {}])
    const { outcome, requests } = await runScript({ turns: [both, both, both, both, finish()] })
    expect(outcome).toMatchObject({ reason: { code: 'agent-stuck' } })
    expect(requests[3]).toContain('Your last 3 answers made the same calls')
    expect(requests[4]).toContain('"tool_choice":{"type":"tool","name":"finish"')
  })
})

describe.concurrent('a call that is repeated in another spelling', () => {
  it('counts as the same call', async () => {
    const turns = [
      call(reads('hello.txt', { from: 1 })),
      call(['read', { from: 1, path: './hello.txt' }]),
      call(reads('hello.txt', { from: 1, lines: null })),
      call(reads('.//hello.txt', { from: 1 })),
    ]
    const { outcome } = await runScript({ turns: [...turns, finish()] })
    expect(outcome).toMatchObject({ reason: { code: 'agent-stuck' } })
  })

  it('is reported to the model if it reads what was shown already, until the file changes', async () => {
    const { requests } = await runScript({
      turns: [
        call(reads('hello.txt')),
        call(['list', {}], reads('./hello.txt', { from: 1 })),
        call(['write', { path: 'hello.txt', text: 'bye\n' }], reads('hello.txt')),
        finish(),
      ],
    })
    expect(requests[2]?.match(/Step 1 showed you the same text\./g)).toHaveLength(1)
    expect(requests.at(-1)?.match(/showed you the same text/g)).toHaveLength(1)
  })

  it('is not reported if the conversation no longer has the text', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.txt`)
    const { requests } = await runScript({
      files: Object.fromEntries(names.map((name) => [name, `${name} ${'word '.repeat(9)}\n`.repeat(150)])),
      turns: [...names.map((name) => call(reads(name))), call(reads('a.txt')), finish()],
      environment: {
        PRICES: JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 1, output: 1, window: 20_000 } }),
      },
    })
    expect(requests.at(-1)).toContain('removed from this conversation')
    expect(requests.at(-1)).not.toContain('showed you the same text')
  })
})
