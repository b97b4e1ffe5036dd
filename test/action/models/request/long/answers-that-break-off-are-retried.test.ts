import { describe, expect, it } from 'vitest'
import type { Turn } from '../../../../fakes/model/model-server.ts'
import { call, finish, PROVIDERS, runScript } from '../../../../support/action/scripted-run.ts'

const EDIT = call(['edit', { path: 'hello.txt', old: 'hello', new: 'hello world' }])
/** The edit with some words before it, so that every wire format needs several chunks. */
const brokenAfter = (chunks: number): Turn => ({
  answer: { content: 'Let me greet the world now.', ...EDIT.answer },
  how: { chunkSize: 6, truncateAfterChunks: chunks },
})

describe.concurrent.each(PROVIDERS)('$provider', (wire) => {
  it.each([1, 2, 3, 4, 5, 6])('asks again if an answer breaks off after %i chunks', async (chunks) => {
    const turns = [brokenAfter(chunks), EDIT, finish()]
    const { outcome, files } = await runScript({ wire, turns })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
  })
})
