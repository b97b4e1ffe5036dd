import assert from 'node:assert/strict'
import { RELAY_DOCS } from './repositories/relay-docs.ts'
import { block } from './support/block.ts'
import { edit, finish, read, write } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PAGE = 'guides/signatures.mdx'
const NAVIGATION = 'docs.json'

const NOTES = block`
  From Mira, after the call with support:

  - every request to a target has a header Relay-Signature: t=1718000000,v1=5257a8...
  - t is seconds since 1970, v1 is hex
  - v1 = HMAC-SHA256 over "<t>.<raw body>", key is the target's signing secret (starts with rl_sig_)
  - receivers should refuse anything older than 5 minutes
  - compare in constant time!
  - secret can be rotated, then there are two v1 for a day, one match is enough
  `

const TEXT = block`
  ---
  title: "Verify signatures"
  description: "Make sure that a request to your target comes from Relay."
  ---

  Every request to a target carries the header \`Relay-Signature\`:

  \`\`\`
  Relay-Signature: t=1718000000,v1=5257a8...
  \`\`\`

  \`t\` is the time of sending in seconds since 1970. \`v1\` is an HMAC-SHA256, in hex, of \`t\`, a full stop and the raw
  body; its key is the signing secret of the target, which starts with \`rl_sig_\`.

  1. Take \`t\` and every \`v1\` out of the header.
  2. Refuse the request if \`t\` is more than 5 minutes ago.
  3. Compute the HMAC yourself and compare it in constant time.

  For a day after the secret was rotated there are two \`v1\`. One that matches is enough.
  `

export const addAPageAndItsNavigationEntry: Task = {
  name: 'add-a-page-and-its-navigation-entry',
  category: 'docs',
  prompts: [
    'Please write a guide "Verify signatures" at guides/signatures.mdx. What it has to say is in notes/signatures.txt. It belongs in the navigation below Guides, right after Authentication. And where the Retries guide speaks of receivers that verify signatures, link to it.',
  ],
  files: { ...RELAY_DOCS, 'notes/signatures.txt': NOTES },
  script: [
    [
      read('notes/signatures.txt'),
      read(NAVIGATION),
      read('guides/retries.mdx'),
      read('guides/authentication.mdx'),
    ],
    [
      write(PAGE, TEXT),
      edit(
        NAVIGATION,
        '              "guides/authentication",\n',
        '              "guides/authentication",\n              "guides/signatures",\n',
      ),
      edit(
        'guides/retries.mdx',
        'that verifies signatures needs',
        'that [verifies signatures](/guides/signatures) needs',
      ),
    ],
    [finish('Add a guide on signatures', 'A new guide tells receivers how to verify `Relay-Signature`.')],
  ],
  check(work) {
    changesJust(work, PAGE, NAVIGATION, 'guides/retries.mdx')
    const before = textOf(work.before, NAVIGATION)
    const entry = '"guides/authentication",\n'
    sameText(work, NAVIGATION, before.replace(entry, `${entry}              "guides/signatures",\n`))
    const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(textOf(work.after, PAGE)) ?? []
    assert.match(
      head,
      /^title: ["']?Verify signatures["']?$/m,
      'the page has not the title that was asked for',
    )
    assert.match(head, /^description: ["']?\S/m, 'the page has no description, and all others do')
    for (const fact of [
      /Relay-Signature/,
      /HMAC[\s\S]{0,20}SHA-?256|SHA-?256[\s\S]{0,20}HMAC/i,
      /rl_sig_/,
      /(5|five)[ -]minutes|300 seconds/i,
      /constant.time|timing.safe/i,
      /rotat/i,
    ])
      assert.match(text, fact, `the page does not tell ${fact} of the notes`)
    assert.match(
      textOf(work.after, 'guides/retries.mdx'),
      /\]\(\/guides\/signatures(\.mdx)?\)/,
      'no link to it',
    )
  },
  mistakes: {
    'no way leads to the page': (work) => undone(work, NAVIGATION),
    'it stands at the end of the group': (work) =>
      withFile(work, NAVIGATION, (text) =>
        text
          .replace('              "guides/signatures",\n', '')
          .replace('"guides/retries"\n', '"guides/retries",\n              "guides/signatures"\n'),
      ),
    'the navigation is no JSON any more': (work) =>
      withFile(work, NAVIGATION, (text) => text.replace('"guides/signatures",', '"guides/signatures"')),
    'the page has no head': (work) => withFile(work, PAGE, (text) => text.replace(/^---[\s\S]*?---\n/, '')),
    'the page leaves out what makes it safe': (work) =>
      withFile(work, PAGE, (text) => text.replace('in constant time', 'with yours')),
  },
}
