import { expect, test } from 'vitest'
import { jobScene } from './job-scene.ts'

const linksOf = (text: string) =>
  [...text.matchAll(/href="\/dashboard[^"]*\/messages\/(\d+)[^"]*"[^>]*>([^<]*)</g)].map(([, n, name]) => [
    n,
    name,
  ])

async function pageAfter(prompts: readonly string[], first = 'Rewrite the greeting') {
  const { app, path, key, runner } = await jobScene(first)
  await runner()
  for (const prompt of prompts)
    await app.call('POST', `/v2/agent/${key.project}/job/${key.job}/message`, { body: { prompt } })
  const willy = await app.signIn('willy')
  return { path, willy, text: (await willy.get(path)).text }
}

test('a long prompt is cut between characters, and a link leads to all of it', async () => {
  const { text } = await pageAfter([], `a${'😀'.repeat(1_500)}`)
  expect(text).toContain('😀…')
  expect(text).not.toContain('\ufffd')
  expect(linksOf(text)).toEqual([['1', 'Show all']])
})

test('the page of a run with many long messages names those that it does not show, with links to their texts', async () => {
  const long = 'x'.repeat(400_000)
  const { path, willy, text } = await pageAfter([long, long, long, 'Add a test', 'Rename it'])
  expect(text).toContain('2 more messages, each with its text on a separate page')
  expect(linksOf(text)).toEqual([
    ...['2', '3', '4'].map((n) => [n, 'Show all']),
    ['5', 'Message 5'],
    ['6', 'Message 6'],
  ])
  expect((await willy.get(`${path}/messages/5`)).text).toBe('Add a test')
})

test('one message that is not shown is named in the singular', async () => {
  const long = 'x'.repeat(400_000)
  const { text } = await pageAfter([long, long, long, 'Add a test'])
  expect(text).toContain('1 more message, with its text on a separate page')
})

test('a page whose messages all fit names no more', async () => {
  const { text } = await pageAfter(['Add a test'])
  expect(text).not.toContain('more message')
})
