import { expect } from 'vitest'
import type { Turn } from '../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../fakes/model/wire/wire-format.ts'
import { call, finish, mark, openWireWorld, runToItsEnd, usageOf } from './wire-world.ts'

/** Something that happens in the middle of a run, after which the work continues. */
export interface Episode {
  readonly what: string
  /** After them an edit leaves the episode's letter in `hello.txt`. */
  readonly turns: readonly Turn[]
  /** The calls that were made in it, before that edit. */
  readonly tools?: readonly string[]
  /** What the model reads right after the first turn, and did not read before. */
  readonly told?: RegExp
  /** How many of its turns come to no answer. */
  readonly lost?: number
}

/** All of them in one run of the action, which is most of what a case costs. */
export async function playEpisodes(format: WireFormat, episodes: readonly Episode[]) {
  const letters = episodes.map((_, index) => String.fromCodePoint('a'.charCodeAt(0) + index))
  const turns = episodes.map((episode, index) => [...episode.turns, call(mark(letters[index] ?? ''))])
  const world = await openWireWorld({
    format,
    script: [...turns.flat(), finish],
    limits: { steps: 100, seconds: 60, costUsd: 5 },
  })
  const run = await runToItsEnd(world, format)
  const starts = turns.map((_, index) => turns.slice(0, index).flat().length)
  expect(run.result).toMatchObject({ outcome: 'published' })
  expect(run.tools).toEqual([...episodes.flatMap(({ tools = [] }) => [...tools, '✓ edit']), '✓ finish'])
  expect(run.hello).toBe(`Hello, world${letters.join('')}!`)
  for (const [index, { what, told }] of episodes.entries()) {
    const start = starts[index] ?? 0
    if (told === undefined) continue
    expect(world.provider.requests[start]?.body, what).not.toMatch(told)
    expect(world.provider.requests[start + 1]?.body, what).toMatch(told)
  }
  const lost = episodes.flatMap(({ lost = 0 }, index) =>
    Array.from({ length: lost }, (_, at) => (starts[index] ?? 0) + at),
  )
  const all = Array.from({ length: turns.flat().length + 1 }, (_, index) => index)
  expect(run.answered).toEqual(usageOf(...all.filter((index) => !lost.includes(index))))
  return { ...run, requestsOf: (index: number) => world.provider.requests.slice(starts[index]) }
}
