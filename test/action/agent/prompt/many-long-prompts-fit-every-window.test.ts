import { describe, expect, it } from 'vitest'
import type { AgentTask } from '../../../../src/action/agent/prompt/agent-task.ts'
import { createDelimiters } from '../../../../src/action/agent/prompt/delimiters.ts'
import { taskPrompt } from '../../../../src/action/agent/prompt/task-prompt.ts'
import { shareFor } from '../../../../src/action/agent/prompt/window-share.ts'
import { startStrictModel } from '../../../fakes/model/strict-model.ts'
import { call, FINISH, finish, runScript } from '../../../support/action/scripted-run.ts'

const long = (word: string, length: number) => word.repeat(Math.ceil(length / word.length)).slice(0, length)
const promptsOf = (word: string) =>
  Array.from({ length: 20 }, (_, n) => ({
    number: n + 1,
    text: `${`Begin ${n + 1}. ${long(word, 19_970)}`.slice(0, 19_985)} End ${n + 1}.`,
  }))
const PAST: Partial<AgentTask> = {
  instructions: [{ path: 'AGENTS.md', text: long('Use tabs. ', 60_000) }],
  template: { path: '.github/pull_request_template.md', text: long('Why? ', 9000) },
  earlier: Array.from({ length: 20 }, (_, n) => ({
    prompts: [long(`Do ${n}. `, 5000)],
    outcome: 'published',
    summary: long('Done. ', 3000),
  })),
  workSoFar: long('+line\n', 80_000),
  savedPatch: long('+kept\n', 80_000),
}
const finishes = () => ({ tool: 'finish', input: { ...FINISH, no_change: true } })
const pricesWith = (window: number) => ({
  PRICES: JSON.stringify({ 'anthropic/claude-sonnet-4-5': { input: 1, output: 1, window } }),
})

describe('twenty prompts of twenty thousand characters, with a long past', () => {
  it.each([8000, 16_000, 32_000, 64_000, 128_000, 200_000])('fit a window of %i tokens', async (window) => {
    await using model = await startStrictModel(window, finishes)
    const { outcome } = await runScript({
      url: model.url,
      environment: pricesWith(window),
      task: { ...PAST, prompts: promptsOf('Greet them. ') },
    })
    expect(outcome).toMatchObject({ reason: null, acknowledged: 20 })
    expect(model.seen.refused).toBe(0)
  })

  it('leave room for all of the work in the smallest window', async () => {
    await using model = await startStrictModel(8000, ({ count, lastText }) => {
      if (lastText.startsWith('The conversation is about'))
        return { text: 'Goal: greet. Done: a lot. '.repeat(100) }
      if (count % 3 === 0)
        return { tool: 'write', input: { path: `${count}.txt`, text: long('word ', 4000) } }
      return count < 30 ? { tool: 'read', input: { path: 'big.txt', from: count * 5 } } : finishes()
    })
    const { outcome, files } = await runScript({
      url: model.url,
      environment: pricesWith(8000),
      files: { 'big.txt': long('A line of a file.\n', 40_000) },
      task: { ...PAST, limits: { steps: 60, seconds: 60, costUsd: 5 }, prompts: promptsOf('Greet them. ') },
    })
    expect(outcome).toMatchObject({ reason: null, publishable: true })
    expect(Object.keys(files).length).toBeGreaterThan(6)
    expect(model.seen.refused).toBe(0)
  })

  it('are refused by a smaller window before anything is done, with advice', async () => {
    await using model = await startStrictModel(1000, finishes)
    const { outcome } = await runScript({
      url: model.url,
      task: { ...PAST, prompts: promptsOf('Greet them. ') },
    })
    expect(outcome).toMatchObject({ reason: { code: 'context-too-long' }, usage: { steps: 0 } })
    expect(outcome.reason?.message).toContain('name a model with a window of 8,000 tokens or more')
  })

  it('are sent again, shortened, when the window turns out to be smaller', async () => {
    const last = 'The last of them.'
    await using model = await startStrictModel(8000, finishes)
    const { outcome } = await runScript({
      url: model.url,
      task: { ...PAST, prompts: [...promptsOf('Greet them. '), { number: 21, text: last }] },
    })
    expect(outcome).toMatchObject({ reason: null, acknowledged: 21 })
    const heard = model.seen.bodies.at(-1) ?? ''
    expect(heard).toContain(`<prompt-k3f9a2b1 number=\\"21\\">\\n${last}\\n</prompt-k3f9a2b1>`)
    for (let number = 1; number <= 20; number += 1) {
      expect(heard).toContain(`The whole prompt is in /prompts/${number}.txt: read it first.`)
    }
    expect(heard.match(/<(?:prompt|diff|instructions|earlier-turn)-k3f9a2b1/g)?.length).toBe(
      heard.match(/<\/(?:prompt|diff|instructions|earlier-turn)-k3f9a2b1>/g)?.length,
    )
  })

  it('all have files, which hide no file of the repository', async () => {
    const { requests } = await runScript({
      files: { 'prompt-1.txt': 'theirs\n', 'prompts/1.txt': 'theirs, too\n' },
      task: { prompts: promptsOf('Greet them. ') },
      turns: [
        call(
          ...['/prompts/1.txt', 'prompts/1.txt', 'prompt-1.txt'].map((path) => ['read', { path }] as const),
        ),
        finish(),
      ],
    })
    expect(requests[1]).toContain('1\\tBegin 1. Greet them.')
    expect(requests[1]).toContain('1\\ttheirs\\n')
    expect(requests[1]).toContain('1\\ttheirs, too\\n')
  })
})

describe('the first message', () => {
  const textFor = (word: string, window: number) =>
    taskPrompt(
      {
        ...{ repository: 'octo/greeter', instructions: [], template: null, earlier: [] },
        ...{
          issue: null,
          workSoFar: null,
          material: [],
          savedPatch: null,
          checked: false,
          confidential: false,
          limits: { steps: 60, seconds: 60, costUsd: 5 },
        },
        prompts: promptsOf(word),
      },
      createDelimiters('m4rk'),
      shareFor(window),
    ).text

  it('holds all of the newest prompt, and the beginning and end of the older ones', () => {
    const text = textFor('Greet them. ', 128_000)
    const whole = promptsOf('Greet them. ').filter((prompt) => text.includes(prompt.text))
    expect(whole.map(({ number }) => number)).toEqual([17, 18, 19, 20])
    for (let n = 1; n <= 20; n += 1) {
      expect(text).toContain(`Begin ${n}. Greet`)
      expect(text).toContain(`End ${n}.\n</prompt-m4rk>`)
    }
  })

  it('is shorter in a script that takes more tokens, and still holds all of the newest prompt', () => {
    const text = textFor('皆に挨拶して下さい。', 128_000)
    expect(text.length).toBeLessThan(50_000)
    expect(text).toContain(promptsOf('皆に挨拶して下さい。').at(-1)?.text)
  })
})

it('messages that arrive one after the other do not fill the window either', async () => {
  const messages = promptsOf('Greet them. ').map(({ number, text }) => ({ number: number + 1, text }))
  await using model = await startStrictModel(64_000, ({ count }) =>
    count < 21 ? { tool: 'list', input: { path: '', pattern: `*${count}` } } : finishes(),
  )
  const { outcome } = await runScript({
    url: model.url,
    environment: pricesWith(64_000),
    task: { limits: { steps: 100, seconds: 60, costUsd: 1000 } },
    takeMessages: () => messages.splice(0, 1),
  })
  expect(outcome).toMatchObject({ reason: null, acknowledged: 21 })
  expect(model.seen.refused).toBe(0)
  expect(model.seen.bodies.at(-1)).toContain('The whole prompt is in /prompts/21.txt: read it first.')
})
