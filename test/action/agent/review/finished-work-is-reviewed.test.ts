import { describe, expect, it } from 'vitest'
import { call, FINISH, finish, runScript } from '../../../support/action/scripted-run.ts'

const write = (text: string, path = 'a.txt') => call(['write', { path, text }])
const plainFinish = call(['finish', FINISH])

describe.concurrent('work that the model calls finished', () => {
  it('is shown with each change as in git diff --stat, without an extra step', async () => {
    const { outcome, requests } = await runScript({
      turns: [write('1\n2\n'), call(['edit', { path: 'hello.txt', old: 'hello', new: 'hi' }]), plainFinish],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 3 } })
    expect(requests[1]).toContain('Diff of the run:\\na.txt | +2 -0 (added)\\n1 file changed, +2 -0\\n')
    expect(requests[2]).toContain('Diff of the run:\\nhello.txt | +1 -1\\n2 files changed, +3 -1\\n')
  })

  it('is sent back once when it changed in the answer that finishes', async () => {
    const { outcome, requests } = await runScript({
      turns: [call(['write', { path: 'a.txt', text: '1' }], ['finish', FINISH]), plainFinish],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(requests[1]).toContain('Look at the stat of your diff below')
    expect(requests[1]).toContain('a.txt | +1 -0 (added)')
  })

  it.each([
    ['conflict-marker', 'one\n<<<<<<< HEAD\ntwo\n=======\nthree\n>>>>>>> other\n', 'a.txt:2 conflict-marker'],
    // Inside of a fence it may be an example, and then no tool refuses it.
    ['placeholder', '```\n// ... rest of the code unchanged ...\n```\n', 'a.txt:2 placeholder'],
  ])('comes back once with a %s', async (_, text, place) => {
    const { outcome, requests, files } = await runScript({
      turns: [write(text), plainFinish, write('whole\n'), plainFinish],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 4 } })
    expect(requests[2]).toContain(place)
    expect(files['a.txt']).toBe('whole\n')
  })

  it('accepts what the model keeps a second time', async () => {
    const text = '<<<<<<< ours\n'
    const { outcome, files } = await runScript({ turns: [write(text), plainFinish, plainFinish] })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 3 } })
    expect(files['a.txt']).toBe(text)
  })

  it('may contain rows of equals signs, comments and dots that omit nothing', async () => {
    const text = 'Title\n=======\n\n// the rest is history\n...\n# Rest API\n// other people\n'
    const { outcome } = await runScript({ turns: [write(text), plainFinish] })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
  })

  it('is sent back once when nothing changed, unless the model says that this is right', async () => {
    const unsaid = await runScript({ turns: [plainFinish, plainFinish] })
    expect(unsaid.outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(unsaid.requests[1]).toContain('No file has changed. If that is right, set `no_change`')
    const said = await runScript({ turns: [finish()] })
    expect(said.outcome).toMatchObject({ reason: null, usage: { steps: 1 } })
  })

  it('can be sent back for a second reason', async () => {
    const { outcome, requests } = await runScript({
      turns: [plainFinish, write('<<<<<<< a\n'), plainFinish, plainFinish],
    })
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 4 } })
    expect(requests[3]).toContain('a.txt:1 conflict-marker')
  })

  it('names changes that were undone', async () => {
    const { requests } = await runScript({
      turns: [
        call(['edit', { path: 'hello.txt', old: 'hello', new: 'hi' }]),
        call(['edit', { path: 'hello.txt', old: 'hi', new: 'hello' }]),
        finish(),
      ],
    })
    expect(requests[2]).toContain('hello.txt | unchanged again\\n0 files changed')
  })
})
