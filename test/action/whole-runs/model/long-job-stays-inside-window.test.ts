import { describe, expect, it } from 'vitest'
import { type StrictAnswer, startStrictModel } from '../../../fakes/model/strict-model.ts'
import { FINISH, runScript } from '../../../support/action/scripted-run.ts'

const PROMPT = `Greet everybody. ${'Be kind to all of them. '.repeat(40)}`
const FILES = {
  'hello.txt': 'hello\n',
  'big.txt': Array.from({ length: 400 }, (_, n) => `line ${n} ${'x'.repeat(50)}`).join('\n'),
  'docs/AGENTS.md': 'Use tabs.',
  'docs/a.txt': 'a\n',
}
const limits = { steps: 1000, seconds: 300, costUsd: 1000, tokens: 1_000_000_000 }
const isSummaryAsked = (text: string) => text.startsWith('The conversation is about to be shortened')

/** Reads much, writes much, and then ends; `summarize` is what it answers when asked for notes. */
const busy =
  (steps: number, summarize: StrictAnswer) =>
  ({ count, lastText, forced }: { count: number; lastText: string; forced: boolean }): StrictAnswer => {
    if (isSummaryAsked(lastText)) return summarize
    if (count >= steps || forced) return { tool: 'finish', input: FINISH }
    if (count === 0) return { tool: 'read', input: { path: 'docs/a.txt' } }
    if (count % 2 === 0) return { tool: 'read', input: { path: 'big.txt', from: (count % 50) + 1 } }
    return { tool: 'write', input: { path: `out/${count}.txt`, text: `${count} ${'word '.repeat(1000)}` } }
  }

const longJob = (url: string, window: number | null) =>
  runScript({
    url,
    files: FILES,
    task: { limits, prompts: [{ number: 1, text: PROMPT }] },
    instructionsIn: { docs: [{ path: 'docs/AGENTS.md', text: 'Use tabs.' }] },
    ...(window !== null && {
      environment: {
        PRICES: JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 1, output: 1, window } }),
      },
    }),
  })

describe.concurrent('a long job', () => {
  it('never asks for more than the window holds in 200 steps, and keeps prompts and instructions word for word', async () => {
    await using model = await startStrictModel(20_000, busy(200, { text: 'Goal: greet.\nDone: a lot.' }))
    const { outcome, files, transcript } = await longJob(model.url, 20_000)
    expect(outcome).toMatchObject({ reason: null, publishable: true })
    expect(outcome.usage.steps).toBeGreaterThan(200)
    expect(Object.keys(files).filter((path) => path.startsWith('out/')).length).toBeGreaterThan(90)
    expect(model.seen.refused).toBe(0)
    expect(model.seen.largest).toBeGreaterThan(10_000)
    const later = model.seen.bodies.slice(2)
    expect(later.every((body) => body.includes(PROMPT))).toBe(true)
    expect(
      later.every((body) => body.includes('<instructions-k3f9a2b1 path=\\"docs/AGENTS.md\\">\\nUse tabs.')),
    ).toBe(true)
    const compactions = transcript.filter(({ type }) => type === 'compacted')
    expect(compactions.length).toBeGreaterThan(0)
    expect(compactions.length).toBeLessThan(20)
    expect(
      model.seen.bodies
        .at(-1)
        ?.includes('<notes-k3f9a2b1>\\nGoal: greet.\\nDone: a lot.\\n</notes-k3f9a2b1>'),
    ).toBe(true)
  })

  it('continues with a list of its calls if the model writes no notes', async () => {
    const call = { tool: 'read', input: { path: 'hello.txt' } }
    await using model = await startStrictModel(20_000, busy(100, call))
    const { outcome } = await longJob(model.url, 20_000)
    expect(outcome).toMatchObject({ reason: null })
    expect(model.seen.refused).toBe(0)
    const notes = /<notes-k3f9a2b1>\\n[^<]*- read big\.txt\\n- write out\/\d+\.txt/
    expect(notes.test(model.seen.bodies.at(-1) ?? '')).toBe(true)
  })

  it('learns from a refusal that the window is smaller than was thought', async () => {
    await using model = await startStrictModel(30_000, busy(60, { text: 'Goal: greet.' }))
    const { outcome } = await longJob(model.url, null)
    expect(outcome).toMatchObject({ reason: null, publishable: true })
    expect(model.seen.refused).toBeGreaterThan(0)
    expect(model.seen.refused).toBeLessThan(4)
  })
})
