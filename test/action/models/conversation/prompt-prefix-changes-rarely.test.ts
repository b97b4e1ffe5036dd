import type { ModelMessage } from 'ai'
import { describe, expect, it } from 'vitest'
import { outputLengthFor } from '../../../../src/action/agent/prompt/window-share.ts'
import { openMessageHistory } from '../../../../src/action/models/conversation/message-history.ts'
import { REMOVED } from '../../../../src/action/models/conversation/prune-messages.ts'

const STEPS = 200
const READ_LENGTH = 6500
const FIXED_SIZE = 11_000

const asked = (step: number): ModelMessage => ({
  role: 'assistant',
  content: [
    { type: 'text', text: `I look at the next file. ${'x'.repeat(120)}` },
    { type: 'tool-call', toolCallId: `${step}`, toolName: 'read', input: { path: `src/file-${step}.ts` } },
  ],
})
const brought = (step: number, length: number): ModelMessage => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: `${step}`,
      toolName: 'read',
      output: { type: 'text', value: `${step}`.padEnd(length, 'y') },
    },
  ],
})

/** 200 steps that each read a file, in a window of so many tokens; what each request says, and what of it is new. */
function readOn(window: number) {
  const history = openMessageHistory({ fixedSize: FIXED_SIZE, window })
  history.add({ role: 'user', content: 'Read everything.' }, 'pinned')
  const sum = { all: 0, cached: 0, breaks: 0, unread: 0, fewest: STEPS }
  let before: readonly string[] = []
  for (let step = 0; step < STEPS; step += 1) {
    if (!history.prune()) history.replaceBy('Read on.', 'Read on. '.repeat(100))
    const texts = history.messages([]).map(({ role, content }) => JSON.stringify({ role, content }))
    const sizes = texts.map(({ length }) => length)
    const size = FIXED_SIZE + sizes.reduce((all, length) => all + length, 0)
    const isLonger = before.every((text, index) => texts[index] === text)
    if (!isLonger) sum.breaks += 1
    // What Anthropic has after a break is what stands before its first mark.
    const known = isLonger ? before : before.slice(0, 1)
    sum.all += size
    sum.cached += step === 0 ? 0 : FIXED_SIZE + known.reduce((all, { length }) => all + length, 0)
    history.calibrate(Math.round(size / 3.6))
    const outputs = texts.filter((text) => text.startsWith('{"role":"tool"'))
    if (outputs.at(-1)?.includes(REMOVED)) sum.unread += 1
    const whole = outputs.filter((text) => !text.includes(REMOVED)).length
    if (step >= 20) sum.fewest = Math.min(sum.fewest, whole)
    before = texts
    history.add(asked(step), 'droppable')
    history.add(brought(step, Math.min(READ_LENGTH, outputLengthFor(window))), 'droppable')
  }
  return { ...sum, share: sum.cached / sum.all }
}

describe('200 steps of reading', () => {
  it.each([
    // Where the window is small, so is what can be the same.
    { window: 16_000, share: 0.6, breaks: 160, fewest: 1 },
    { window: 32_000, share: 0.73, breaks: 60, fewest: 1 },
    { window: 64_000, share: 0.85, breaks: 25, fewest: 2 },
    { window: 128_000, share: 0.94, breaks: 8, fewest: 10 },
    { window: 200_000, share: 0.94, breaks: 8, fewest: 10 },
    { window: 272_000, share: 0.94, breaks: 8, fewest: 10 },
    { window: 1_048_576, share: 0.94, breaks: 8, fewest: 10 },
  ])('in a window of $window', ({ window, share, breaks, fewest }) => {
    const read = readOn(window)
    expect(read.unread).toBe(0)
    expect(read.share).toBeGreaterThan(share)
    expect(read.breaks).toBeLessThan(breaks)
    expect(read.fewest).toBeGreaterThanOrEqual(fewest)
  })
})
