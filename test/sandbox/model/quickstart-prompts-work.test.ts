import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SENTENCE_FORMS } from '../../../sandbox/model/parse-sentence.ts'
import { frame, letItWork } from './model-scene.ts'

const read = (name: string): Promise<string> => readFile(join(import.meta.dirname, '../../..', name), 'utf8')
const quickstart = await read('docs/quickstart.md')

test('the page lists all forms of instructions', () => {
  expect(quickstart).toContain(`\n${SENTENCE_FORMS.join('\n')}\n`)
})

test.each([
  ['the example of the page', /npm run demo -- --prompt '(.+)'/, quickstart],
  ['the prompt of the demo', /OWN_PROMPT = '(.+)'/, await read('sandbox/demo.ts')],
])('%s changes this repository', async (_whose, form, text) => {
  const prompt = form.exec(text)?.[1] ?? ''
  const work = await letItWork(frame(1, prompt), { 'README.md': await read('README.md') })
  expect(work.finish.title).toBe('Replace a text in README.md')
  expect(await work.read('README.md')).toMatch(/MIT License\.\n$/)
})
