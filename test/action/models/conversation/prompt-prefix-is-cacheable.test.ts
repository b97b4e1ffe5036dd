import { expect, it } from 'vitest'
import { call, finish, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const read = (from: number) => call(['read', { path: 'hello.txt', from }])
const TURNS = [1, 2, 3, 4, 5].map(read)

/** The parts of a request to Anthropic in the order in which it caches them, each with whether it is marked. */
function partsOf(body: string) {
  const { system, messages } = JSON.parse(body)
  const parts = [...system, ...messages.flatMap((message: { content: object[] }) => message.content)]
  return parts.map((part: object) => ({
    marked: 'cache_control' in part,
    text: JSON.stringify({ ...part, cache_control: undefined }),
  }))
}

it('sets a cache breakpoint for Anthropic where the last request ended, and never more than four', async () => {
  const { requests } = await runScript({ turns: [...TURNS, finish()] })
  const all = requests.map(partsOf)
  for (const [index, parts] of all.entries()) {
    expect(parts.filter(({ marked }) => marked).length).toBeLessThanOrEqual(4)
    expect(parts.at(-1)?.marked).toBe(true)
    const before = all[index - 1]
    if (before !== undefined) expect(parts[before.length - 1]?.marked).toBe(true)
  }
  expect(requests.at(-1)?.match(/"cache_control":\{"type":"ephemeral"\}/g)).toHaveLength(4)
})

it.each(PROVIDERS)('sends each request as an extension of the previous one ($provider)', async (wire) => {
  const { requests } = await runScript({ wire, turns: [...TURNS, finish()] })
  const said = requests.map((body) => {
    const { messages, input, contents, ...rest } = JSON.parse(body.replace(/,"cache_control":\{[^}]*\}/g, ''))
    return { list: (messages ?? input ?? contents).map((part: object) => JSON.stringify(part)), rest }
  })
  for (const [index, { list, rest }] of said.entries()) {
    const before = said[index - 1]
    if (before === undefined) continue
    expect(list.slice(0, before.list.length)).toEqual(before.list)
    expect(rest).toEqual(before.rest)
  }
})

it('sends OpenAI the cache key, and no other server a field that it may not know', async () => {
  for (const wire of PROVIDERS) {
    const { requests } = await runScript({ wire, turns: [finish()] })
    expect(requests[0]?.includes('"prompt_cache_key":"a-cache-key"')).toBe(wire.provider === 'openai')
  }
})
