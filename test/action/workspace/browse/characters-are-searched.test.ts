import { expect, test } from 'vitest'
import type { Git } from '../../../../src/action/git/process/git.ts'
import { openTree } from '../../../support/action/open-tree.ts'
import { realGit } from '../../../support/action/real-git.ts'

const NFD = 'Größe'.normalize('NFD')

const FILES = {
  'german.txt': 'Äpfel und Birnen\nGröße\nGrosse\n',
  'russian.txt': 'чай\nкофе и чай\nкофейня\n',
  'greek.txt': 'ΑΘΗΝΑ\n',
  'program.cs': 'using System;\r\nusing System.IO;\r\n',
  'decomposed.txt': `${NFD}\n`,
  'latin1.txt': Buffer.from('caf\xe9 System;\nK\xf6ln\n', 'latin1'),
  'emoji.txt': 'a😀b\n',
}

/**
 * git compares bytes in the locale C. `(*UCP)` and `(*ANYCRLF)`: https://www.pcre.org/current/doc/html/pcre2pattern.html,
 * invalid UTF-8: PCRE2_MATCH_INVALID_UTF, https://www.pcre.org/current/doc/html/pcre2unicode.html
 */
test.each<[string, { pattern: string; regex?: boolean; ignore?: boolean }, readonly string[]]>([
  ['an umlaut whatever its case', { pattern: 'äpfel', ignore: true }, ['german.txt:1']],
  ['Greek whatever its case', { pattern: 'αθηνα', ignore: true }, ['greek.txt:1']],
  ['a class of letters', { pattern: 'Gr[öo]ße', regex: true }, ['german.txt:2']],
  ['a word of Cyrillic letters', { pattern: '\\bкофе\\b', regex: true }, ['russian.txt:2']],
  ['word characters', { pattern: '^кофе\\w+$', regex: true }, ['russian.txt:3']],
  ['a property', { pattern: '^\\p{Lu}{2}', regex: true }, ['greek.txt:1']],
  ['one character', { pattern: '^a.b$', regex: true }, ['emoji.txt:1']],
  ['the end of a CRLF line', { pattern: 'System;$', regex: true }, ['latin1.txt:1', 'program.cs:1']],
  ['a decomposed text by a composed pattern', { pattern: 'Größe' }, ['decomposed.txt:1', 'german.txt:2']],
  ['a composed text by a decomposed pattern', { pattern: NFD }, ['decomposed.txt:1', 'german.txt:2']],
  [
    'a decomposed text by a regular expression',
    { pattern: '^Grö?ße$', regex: true },
    ['decomposed.txt:1', 'german.txt:2'],
  ],
  ['no base letter of a composed one', { pattern: 'Grö?sse', regex: true }, ['No match.']],
  [
    'a decomposed text whatever its case',
    { pattern: 'GRÖßE', ignore: true },
    ['decomposed.txt:1', 'german.txt:2'],
  ],
  [
    'ASCII beside invalid UTF-8',
    { pattern: 'SYSTEM', ignore: true },
    ['latin1.txt:1', 'program.cs:1', 'program.cs:2'],
  ],
  ['a class beside invalid UTF-8', { pattern: '^K.*ln$|^caf', regex: true }, ['latin1.txt:1']],
])('%s is found', async (_, { pattern, regex, ignore }, expected) => {
  await using tree = await openTree(FILES)
  const { ok, text } = await tree.workspace.search({ pattern, regex, ignoreCase: ignore })
  expect(ok).toBe(true)
  expect(
    text
      .split('\n')
      .map((line) => line.split(':').slice(0, 2).join(':'))
      .toSorted(),
  ).toEqual(expected)
})

test('without the locale C.UTF-8, bytes are compared, and the result says so', async () => {
  const files = { 'a.txt': 'Äpfel\n' }
  await using made = await openTree(files)
  const git = realGit(made.root)
  const withoutUtf8: Git = (args, options) => git(args, { ...options, inUtf8: false })
  await using tree = await openTree(files, { git: withoutUtf8, root: made.root })
  const insensitive = await tree.workspace.search({ pattern: 'äpfel', ignoreCase: true })
  expect(insensitive).toEqual({
    ok: true,
    text: expect.stringMatching(/^No match\.\n\[The runner lacks the locale/),
  })
  const regex = await tree.workspace.search({ pattern: 'Ä.*$', regex: true })
  expect(regex.text).toMatch(/^a\.txt:1:Äpfel\n\[The runner lacks the locale C\.UTF-8/)
  expect(await tree.workspace.search({ pattern: 'Äpfel' })).toEqual({ ok: true, text: 'a.txt:1:Äpfel' })
})
