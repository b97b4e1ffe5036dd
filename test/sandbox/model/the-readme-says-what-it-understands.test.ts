import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SENTENCE_FORMS } from '../../../sandbox/model/parse-sentence.ts'
import { frame, letItWork } from './scene.ts'

const readme = await readFile(join(import.meta.dirname, '../../../README.md'), 'utf8')

test('all forms', () => {
  expect(readme).toContain(`\n${SENTENCE_FORMS.join('\n')}\n`)
})

test('the example changes this project', async () => {
  const prompt = /npm run demo -- --prompt '(.+)'/.exec(readme)?.[1] ?? ''
  const work = await letItWork(frame(1, prompt), { 'README.md': readme })
  expect(work.finish.title).toBe('Replace a text in README.md')
  expect(await work.read('README.md')).toMatch(/MIT License\.\n$/)
})
