import { expect, test } from 'vitest'
import {
  describeScriptedModel,
  EXAMPLE_PROMPTS,
  requireKnownForm,
} from '../../../sandbox/cli/scripted-model.ts'
import { SENTENCE_FORMS } from '../../../sandbox/model/parse-sentence.ts'
import { frame, letItWork } from '../model/model-scene.ts'

test('the text lists all forms and three examples, and fits a terminal of 84 columns', () => {
  const text = describeScriptedModel()
  for (const form of SENTENCE_FORMS) expect(text).toContain(`\n  ${form}\n`)
  expect(EXAMPLE_PROMPTS).toHaveLength(3)
  for (const prompt of EXAMPLE_PROMPTS) expect(text).toContain(`npm run demo -- --prompt '${prompt}'`)
  for (const variable of ['ANTHROPIC_API_KEY', 'OPENAI_COMPATIBLE_BASE_URL']) expect(text).toContain(variable)
  for (const line of text.split('\n')) expect(line.length, line).toBeLessThanOrEqual(84)
})

test.each(EXAMPLE_PROMPTS)('the example changes a repository with a README: %s', async (prompt) => {
  const work = await letItWork(frame(1, prompt), { 'README.md': '# Pets\n' })
  expect(work.finish.no_change).toBeUndefined()
  expect(work.finish.summary).not.toContain('Not done')
  expect(() => requireKnownForm(prompt)).not.toThrow()
})

test('a prompt without a line of a known form is refused with the forms; other lines do not matter', () => {
  expect(() => requireKnownForm('Please tidy up.')).toThrow(/does not understand[\s\S]*Delete PATH/)
  expect(() => requireKnownForm('Please tidy up.\nDelete a.md')).not.toThrow()
})
