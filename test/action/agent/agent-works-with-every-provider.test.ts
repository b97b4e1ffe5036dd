import { describe, expect, it } from 'vitest'
import { call, FINISH, finish, KEY, PROVIDERS, runScript } from '../../support/action/scripted-run.ts'

describe.concurrent.each(PROVIDERS)('$provider', (wire) => {
  it('reads, edits, writes in one answer and finishes', async () => {
    const { outcome, events, files, requests } = await runScript({
      wire,
      turns: [
        call(['read', { path: 'hello.txt' }]),
        call(
          ['edit', { path: 'hello.txt', old: 'hello', new: 'hello world' }],
          ['write', { path: 'docs/new.txt', text: 'new\n' }],
        ),
        finish(),
      ],
    })

    expect(outcome).toMatchObject({
      reason: null,
      publishable: true,
      title: FINISH.title,
      body: FINISH.body,
      commitMessage: FINISH.commit_message,
      summary: FINISH.summary,
      acknowledged: 1,
    })
    expect(outcome.usage).toMatchObject({ steps: 3, inputTokens: 3000, outputTokens: 300 })
    expect(outcome.usage.costUsd === null).toBe(wire.provider === 'openai-compatible')
    expect(files).toEqual({ 'hello.txt': 'hello world\n', 'docs/new.txt': 'new\n' })
    expect(events.filter(({ type }) => type === 'tool')).toEqual([
      { type: 'tool', step: 1, tool: 'read', target: 'hello.txt', ok: true },
      { type: 'tool', step: 2, tool: 'edit', target: 'hello.txt', ok: true },
      { type: 'tool', step: 2, tool: 'write', target: 'docs/new.txt', ok: true },
      { type: 'tool', step: 3, tool: 'finish', target: '', ok: true },
    ])
    expect(requests[0]).toContain('<prompt-k3f9a2b1 number=\\"1\\">\\nGreet the world.\\n</prompt-k3f9a2b1>')
    expect(requests.join()).not.toContain(KEY)
  })
})
