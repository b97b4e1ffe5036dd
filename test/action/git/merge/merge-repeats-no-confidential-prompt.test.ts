import { expect, test } from 'vitest'
import { openConfidentiality } from '../../../../src/action/confidential/confidentiality.ts'
import { openSecrets } from '../../../../src/action/secrets/secrets.ts'
import { plan } from '../../../../src/action/stages/plan.ts'
import { messageFor } from '../../../../src/action/stages/push.ts'
import { givenRemote } from '../given-remote.ts'
import { BRANCH, checkOutMerge, RULES } from './given-merge.ts'

const PROMPT = 'Our customer Acme Corp loses money at the checkout'
const WORDS = { title: PROMPT, body: PROMPT, commitMessage: PROMPT, files: [], summary: PROMPT }
const OUTCOME = {
  ...{ ...WORDS, reason: null, publishable: true, perStep: [], acknowledged: 1 },
  usage: { steps: 1, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 },
}

test.each([
  [false, `Merge branch 'main' into ${BRANCH}`],
  [true, `Merge branch 'main' into ${BRANCH}\n\n${PROMPT}`],
])('a merge to which the agent adds nothing, prompts are shown: %s', async (showPrompt, message) => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  given.commit(BRANCH, { 'b.txt': 'b\n' }, 'main')
  given.commit('main', { 'a.txt': 'A\n' })
  const { checkout } = await checkOutMerge(given)
  const prompts = [{ number: 1, text: PROMPT }]
  const job = {
    log: { info: () => {} },
    secrets: openSecrets([], () => {}),
    confidentiality: openConfidentiality({ showPrompt, prompts, earlier: [] }),
  }
  const planned = (await plan(job, checkout, { rules: RULES, outcome: OUTCOME })).plan
  if (planned.kind !== 'publish') throw new Error(planned.kind)
  expect(messageFor(checkout, planned.words.commitMessage)).toBe(message)
  expect([planned.words.title, planned.words.body].includes(PROMPT)).toBe(showPrompt)
})
