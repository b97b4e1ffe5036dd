import { expect, it } from 'vitest'
import { call, finish, PROVIDERS, runScript } from '../../support/action/scripted-run.ts'

const CALLS = call(
  ['read', { path: 'hello.txt' }],
  ['read', { path: 'missing' }],
  ['nothing', {}],
  ['edit', '{"path": "hel'],
  ['read', { path: 7 }],
)

/** How each wire format names a call and its result. */
const MARKS = {
  anthropic: [/"type":"tool_use"/g, /"type":"tool_result"/g],
  openai: [/"type":"function_call"/g, /"type":"function_call_output"/g],
  google: [/"functionCall":/g, /"functionResponse":/g],
  'openai-compatible': [/"type":"function","function":\{"name":"[a-z]+","arguments"/g, /"role":"tool"/g],
} as const

it.concurrent.each(PROVIDERS)('answers each call once, whatever became of it ($provider)', async (wire) => {
  const { requests } = await runScript({ wire, turns: [CALLS, finish()] })
  const [asked, answered] = MARKS[wire.provider]
  expect(requests[1]?.match(asked)).toHaveLength(5)
  expect(requests[1]?.match(answered)).toHaveLength(5)
})

it('sends Anthropic the same calls in the same order', async () => {
  const { requests } = await runScript({ turns: [CALLS, finish()] })
  const ids = (key: string) =>
    [...(requests[1] ?? '').matchAll(new RegExp(`"${key}":"([^"]+)"`, 'g'))].map(([, id]) => id)
  expect(ids('tool_use_id')).toEqual(ids('id'))
})

it('truncates the output of a tool', async () => {
  const long = Array.from({ length: 900 }, (_, n) => `needle ${n} ${'x'.repeat(250)}`).join('\n')
  const { requests } = await runScript({
    files: { 'long.txt': long },
    turns: [call(['search', { pattern: 'needle' }]), finish()],
  })
  expect(requests[1]).toMatch(/\d+ characters left out/)
  expect(requests[1]).toContain('700 more matches were left out')
  expect(requests[1]?.length).toBeLessThan(50_000)
})
