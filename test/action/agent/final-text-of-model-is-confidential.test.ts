import { expect, it } from 'vitest'
import { call, PROVIDERS, runScript, say } from '../../support/action/scripted-run.ts'

const write = call(['write', { path: 'a.txt', text: '1' }])
const REPLY = 'Dear Jo, the merger with Contoso is hidden now, as you wished.'
const unworded = { publishable: true, title: '', body: '', commitMessage: '', summary: REPLY }

it.each(PROVIDERS)('the text of $provider in place of finish is not published', async (wire) => {
  const { outcome } = await runScript({
    wire,
    turns: [write, say('Hm.'), say('Well.'), say(REPLY)],
    task: { confidential: true },
  })
  expect(outcome).toMatchObject({ reason: null, ...unworded })
})

it('the final text of a run that a limit ended is not published', async () => {
  const { outcome } = await runScript({
    turns: [write, say(REPLY)],
    task: { confidential: true, limits: { steps: 1, seconds: 60, costUsd: 5 } },
  })
  expect(outcome).toMatchObject({ reason: { code: 'step-limit' }, ...unworded })
})
