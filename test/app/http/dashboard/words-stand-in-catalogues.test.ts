import { expect, test } from 'vitest'
import { pseudo } from '../../../../src/app/http/dashboard/frame/words.ts'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

/** What is no word of the dashboard: names, ids, addresses, times, keys of settings and commands. */
const DATA =
  /<(code|pre|textarea|relative-time|style|script)\b[\s\S]*?<\/\1>|\b(acme|docs|olga|prj_\w+|prn_\w+|test|command line|key_\d+|UTC|anthropic\/default|OpenAI)\b/g

const visibleWords = (text: string): string[] =>
  text
    .replace(/[\s\S]*<body>/, '')
    .replace(DATA, ' ')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&\w+;|&#\d+;/g, ' ')
    .split('\n')
    .filter((line) => /[a-z]{2}/i.test(line))

test('every visible word of the frame, the keys and the projects comes from a catalogue', async () => {
  const dashboard = await startDashboard({ say: pseudo })
  expect(visibleWords((await dashboard.visitor().get('/sign-in')).text)).toEqual([])
  const olga = await dashboard.signIn('olga')
  const list = await olga.get('/keys')
  const key = /\/dashboard\/keys\/key_[\w-]+/.exec(list.text)?.[0] ?? ''
  for (const path of ['/', '/keys', '/keys/new', key, '/projects', `/projects/${dashboard.project}`])
    expect([path, visibleWords((await olga.get(path)).text)]).toEqual([path, []])
})
