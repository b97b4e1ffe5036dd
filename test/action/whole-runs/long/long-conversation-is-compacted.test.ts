import { expect, test } from 'vitest'
import { messagesOf, runAgent } from '../../../support/whole-run/agent-run.ts'
import { answer, finish, read } from '../../../support/whole-run/wire-world.ts'

const STEPS = 45
const PROMPT = 'Say hello to the moon, and to nobody else.'
const big = Array.from({ length: 200 }, (_, line) => `line ${line} ${'x'.repeat(40)}`).join('\n')
const window = (tokens: number) => ({
  PRICES: JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 1, output: 1, window: tokens } }),
})

/** Reads on and on, and says much of it: outputs can be cut, words only be summed up. */
const readMuch = (step: number) =>
  step >= STEPS
    ? finish
    : answer({
        say: `Note ${step}. ${'word '.repeat(300)}`,
        calls: [{ ...read('big.txt'), input: { path: 'big.txt', from: (step % 90) + 1 } }],
      })

test('old outputs are removed first, then notes replace old messages, and the prompt and the last read stay', async () => {
  const { result, bodies } = await runAgent({
    files: { 'hello.txt': 'Hello, world!\n', 'big.txt': big },
    assignment: { prompts: [{ number: 1, text: PROMPT }] },
    script: () => (_, index) => readMuch(index),
    env: window(20_000),
  })
  expect(result).toMatchObject({ outcome: 'no-change' })
  expect(bodies.every((body) => body.includes(PROMPT))).toBe(true)
  const requests = bodies.map(messagesOf)
  const firstCut = bodies.findIndex((body) => body.includes('[removed from this conversation'))
  const firstNotes = bodies.findIndex((body) => /<notes-\w+>\\nNote \d+\./.test(body))
  expect(firstCut).toBeGreaterThan(3)
  expect(firstNotes).toBeGreaterThan(firstCut)
  for (const messages of requests.slice(1)) {
    const brought = messages.findLast(({ text }) => text.includes('tool_result'))
    expect(brought?.text).not.toContain('[removed')
    expect(messages.map(({ text }) => text.length).reduce((sum, length) => sum + length)).toBeLessThan(64_000)
  }
})

test('until then, each request extends the previous one', async () => {
  const { bodies } = await runAgent({
    files: { 'hello.txt': 'Hello, world!\n', 'big.txt': big },
    script: () => (_, index) => readMuch(index),
  })
  const requests = bodies.map((body) => messagesOf(body).map(({ text }) => text))
  const breaks = requests
    .slice(1)
    .filter((texts, index) => requests[index]?.some((text, at) => texts[at] !== text))
  expect(breaks.length).toBeGreaterThan(0)
  expect(breaks.length).toBeLessThan(4)
})
