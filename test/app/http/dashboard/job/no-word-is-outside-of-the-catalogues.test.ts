import { expect, test } from 'vitest'
import { pseudo } from '../../../../../src/app/http/dashboard/words/words.ts'
import { jobScene, step, tool } from './job-scene.ts'

/** Visible text without an accent, which no catalogue holds. */
function plainWords(html: string): string[] {
  const shown = html
    .replace(/^.*<main[^>]*>/s, '')
    .replace(/<(code|relative-time|option|script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<a class="n".*?<\/a>/g, ' ')
    .replace(/<[^>]*>/g, '\n')
  return shown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /[a-z]{3}/i.test(line) && !DATA.test(line))
}

/** What people and programs wrote, names, and numbers with their units. */
const DATA =
  /1234|acme\/docs|anthropic|edit_file|^test$|^job_|prentice\/|^#|\d (sec|min)|the provider answered|Check the status page|could not be reached/

test('every word of the pages of jobs comes from a catalogue', async () => {
  const { app, path, runner } = await jobScene('1234', { say: pseudo })
  const willy = await app.signIn('willy')
  const seat = await runner()
  await seat.report({ type: 'stage', stage: 'agent' }, step(1), tool(1, '1234', false))
  const pages = ['', '/overview', '/diff', '/usage'].map((rest) => path + rest)
  for (const page of [...pages, '/jobs', '/jobs?text=none', '/jobs/new']) {
    expect([page, plainWords((await willy.get(page)).text)]).toEqual([page, []])
  }
  await (await seat.fail('1234')).confirm()
  expect(plainWords((await willy.get(path)).text)).toEqual([])
})
