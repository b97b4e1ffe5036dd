import { expect, it } from 'vitest'
import type { Reviewer } from '../../../../src/action/agent/review/reviewer.ts'
import { call, finish, runScript } from '../../../support/action/scripted-run.ts'

const write = (text: string) => call(['write', { path: 'a.txt', text }])
const picky = (rounds: number, asked: string[] = [], name = 'picky'): Reviewer => ({
  name,
  rounds,
  async review({ title }) {
    asked.push(`${name}: ${title}`)
    return { kind: 'sent-back', text: `${name} wants more.`, why: 'more is wanted' }
  },
})

it('continues with work that a reviewer sends back, and ends when its rounds are used up', async () => {
  const asked: string[] = []
  const { outcome, requests, events, files } = await runScript({
    turns: [finish(), write('1'), finish(), write('2'), finish()],
    reviewers: [picky(2, asked)],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 5 } })
  expect(requests.at(-1)?.match(/picky wants more\./g)).toHaveLength(2)
  expect(asked).toHaveLength(3)
  expect(files['a.txt']).toBe('2')
  expect(events.filter((event) => event.type === 'tool' && event.tool === 'finish')).toMatchObject([
    { ok: false, target: 'more is wanted' },
    { ok: false, target: 'more is wanted' },
    { ok: true, target: '' },
  ])
})

it('says why a finish is refused, in the words of who refused it', async () => {
  const { events } = await runScript({
    turns: [call(['read', { path: 'none.txt' }], ['finish', {}]), call(['finish', {}]), finish()],
  })
  const finishes = events.filter((event) => event.type === 'tool' && event.tool === 'finish')
  expect(finishes).toMatchObject([
    { ok: false, target: 'a call before it failed' },
    { ok: false, target: 'its input is not valid' },
    { ok: true },
  ])
})

it('does not count work that is sent back as a mistake or a repetition', async () => {
  const { outcome } = await runScript({
    turns: [1, 2, 3, 4, 5, 6, 7].map(() => finish()),
    reviewers: [picky(3), picky(3, [], 'other')],
  })
  expect(outcome).toMatchObject({ reason: null, usage: { steps: 7 } })
})

it('asks the next reviewer only after the previous one has accepted the work', async () => {
  const asked: string[] = []
  await runScript({
    turns: [finish(), finish(), finish()],
    reviewers: [picky(1, asked, 'first'), picky(1, asked, 'second')],
  })
  expect(asked.map((line) => line.split(':')[0])).toEqual(['first', 'first', 'second', 'first', 'second'])
})
