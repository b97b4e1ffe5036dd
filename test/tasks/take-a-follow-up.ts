import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { edit, finish, read, search } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const README = 'README.md'
const LOG = 'CHANGELOG.md'
const SOURCE = 'bin/tail.mjs'

export const takeAFollowUp: Task = {
  name: 'take-a-follow-up',
  category: 'judgement',
  prompts: [
    'bin/tail.mjs knows --since but the README does not tell. Add it to the options there.',
    'On second thought call it --after, in the program and in the README, without keeping the old name. And add a line to the changelog.',
  ],
  files: {
    [README]: block`
      # event-tail

      Options:

      - \`--json\`: one event a line, as JSON
      - \`--limit N\`: the last N events
      `,
    [LOG]: '# Changelog\n\n## Unreleased\n\n- `--limit` takes 0 for all.\n\n## 0.4.0\n\n- `--json`\n',
    [SOURCE]: block`
      import { parseArgs } from 'node:util'

      const { values } = parseArgs({
        options: {
          json: { type: 'boolean', default: false },
          limit: { type: 'string', default: '10' },
          // Only events after this time, in ISO 8601.
          since: { type: 'string' },
        },
      })

      const from = values.since === undefined ? 0 : Date.parse(values.since)
      console.log(values.json, Number(values.limit), from)
      `,
  },
  script: [
    [search('since'), read(SOURCE), read(README)],
    [
      edit(
        README,
        '- `--limit N`: the last N events\n',
        '- `--limit N`: the last N events\n- `--since TIME`: only events after this time, in ISO 8601\n',
      ),
    ],
    [finish('Document --since', 'The README lists `--since` now.')],
    [read(SOURCE), read(README), read(LOG)],
    [
      edit(SOURCE, '    since: {', '    after: {'),
      edit(
        SOURCE,
        'values.since === undefined ? 0 : Date.parse(values.since)',
        'values.after === undefined ? 0 : Date.parse(values.after)',
      ),
      edit(README, '`--since TIME`', '`--after TIME`'),
      edit(
        LOG,
        '- `--limit` takes',
        '- `--since` is called `--after`, and the README tells of it.\n- `--limit` takes',
      ),
    ],
    [finish('Call --since --after', '`--since` is `--after` now, and the README lists it.')],
  ],
  check(work) {
    changesJust(work, README, LOG, SOURCE)
    assert.match(textOf(work.after, README), /^- `--after\b.*`.*/m, 'the README does not list it')
    assert.doesNotMatch(
      textOf(work.after, README) + textOf(work.after, SOURCE),
      /--since|since:|\.since/,
      'the old name is still there',
    )
    assert.match(
      textOf(work.after, SOURCE),
      /^ +after: \{ type: 'string' \},$/m,
      'the program does not know it',
    )
    assert.match(textOf(work.after, SOURCE), /Date\.parse\(.*after\)/, 'the program does nothing with it')
    const [, unreleased = '', rest = ''] =
      /## Unreleased\n([\s\S]*?)\n(## 0\.4\.0[\s\S]*)$/.exec(textOf(work.after, LOG)) ?? []
    assert.match(unreleased, /--after/, 'the changelog does not tell of it')
    assert.match(unreleased, /^- `--limit` takes 0 for all\.$/m)
    assert.equal(rest, '## 0.4.0\n\n- `--json`\n', 'what was released changed')
  },
  mistakes: {
    'it stopped after the first turn': (work) =>
      withFile(undone(undone(work, SOURCE), LOG), README, (text) => text.replace('--after', '--since')),
    'the second turn threw away the first': (work) => undone(work, README),
    'a second pull request was opened': (work) => ({ ...work, pulls: [...work.pulls, ...work.pulls] }),
  },
}
