import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseModelName } from '../../../src/contract/model.ts'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import { play } from './play.ts'
import { fromSteps, openPathCheck, Recording } from './recording.ts'

const folder = join(import.meta.dirname, 'cases')
const CASES = readdirSync(folder).map((name) => ({
  name,
  recording: Recording.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
}))

test('each wire format has three recordings', () => {
  for (const { provider } of WIRE_FORMATS) {
    const own = CASES.filter(({ recording }) => parseModelName(recording.model)?.provider === provider)
    expect(own.length, provider).toBeGreaterThanOrEqual(3)
  }
})

describe.concurrent.each(CASES)('$name', ({ recording }) => {
  const answers = recording.lines.filter((line) => line.type === 'answered')

  test('the same answers are read, the same messages are sent, and none is missing or left at the end', async () => {
    const played = await play(recording, recording.streams)
    expect(played.answers).toEqual(answers)
    expect(played.sent).toEqual(fromSteps(recording.sent))
    expect(played.faults).toEqual([])
  })

  test('each path is inside the repository and on every system another one', () => {
    const check = openPathCheck()
    for (const [index, { calls }] of answers.entries()) for (const call of calls) check(call, index + 1)
  })
})
