import { expect, test } from 'vitest'
import { confidentialWords } from '../../../src/action/confidential/confidential-words.ts'
import { openConfidentiality } from '../../../src/action/confidential/confidentiality.ts'

const PROMPT = 'Our customer Acme Corp loses money at the checkout'
const EARLIER = 'The board has decided to leave the market'
const LATER = 'And say nothing of it to anybody, please'

const given = (showPrompt = false) =>
  openConfidentiality({
    showPrompt,
    prompts: [{ number: 2, text: PROMPT }],
    earlier: [{ prompts: [EARLIER], outcome: 'completed', summary: null }],
  })
const shown = { files: ['src/cents.ts'], text: 'src/cents.ts' }
const words = {
  title: PROMPT,
  body: `As asked: ${PROMPT}.\n\nRounds up.`,
  commitMessage: `${PROMPT}\n\nRounds up.`,
  files: [{ path: 'src/cents.ts', why: `As asked: ${PROMPT}.` }],
}

test('quotes go, the rest stays, and a title that says nothing names the file', () => {
  expect(confidentialWords(words, shown, given())).toEqual({
    title: 'Change src/cents.ts',
    body: 'As asked: ….\n\nRounds up.',
    commitMessage: 'Change src/cents.ts\n\nRounds up.',
    files: [{ path: 'src/cents.ts', why: 'As asked: ….' }],
  })
})

test.each([
  [['a', 'b'], 'Change a and b'],
  [['a', 'b', 'c', 'd'], 'Change a, b and 2 more'],
])('of the files %j', (files, title) => {
  expect(confidentialWords(words, { ...shown, files }, given()).title).toBe(title)
})

test('the prompts of earlier turns and of messages are kept, too', () => {
  const discretion = given()
  discretion.add(LATER)
  const body = `${EARLIER}. ${LATER}.`
  expect(confidentialWords({ ...words, body }, shown, discretion).body).toBe('…. ….')
})

test('if the prompt may be shown, nothing is withheld', () => {
  expect(confidentialWords(words, shown, given(true))).toEqual(words)
})
