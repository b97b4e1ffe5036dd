import { globSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'

const ROOT = join(import.meta.dirname, '../..')
const WORKFLOWS = globSync(['.github/workflows/*.yml', 'docs/**/*.yml'], {
  cwd: ROOT,
  exclude: ['**/node_modules'],
}).filter((path) => /^jobs:/m.test(readFileSync(join(ROOT, path), 'utf8')))

/** GitHub's own package imports JSON without the attribute that Node requires. */
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { validate } = await import('@actions/languageservice')

/** What GitHub's editors report of a workflow: unknown keys, contexts, jobs and triggers, and errors of expressions. */
async function problemsOf(path: string, text: string): Promise<string[]> {
  // It keeps what it has parsed by this name, and decides by the folder what a file is.
  const name = `file:///repository/.github/workflows/${path.replaceAll('/', '-')}`
  const found = await validate(TextDocument.create(name, 'yaml', 1, text))
  return found.map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)
}

test('the workflows of this repository, and those of the docs, are found', () => {
  expect(WORKFLOWS).toEqual(
    expect.arrayContaining([
      '.github/workflows/release.yml',
      'docs/workflow.yml',
      'docs/examples/nightly-docs.yml',
    ]),
  )
})

test.each(WORKFLOWS)('GitHub accepts %s', async (path) => {
  expect(await problemsOf(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([])
})

test('a workflow that GitHub would refuse is found', async () => {
  const text = `on: push
jobs:
  one:
    runs-on: ubuntu-latest
    needs: two
    steps:
      - run: echo \${{ githb.x }}
        fi: always
`
  expect(await problemsOf('refused.yml', text)).toEqual([
    "line 5: Value 'two' is not valid",
    "line 7: Unrecognized named-value: 'githb'",
    "line 8: Unexpected value 'fi'",
    'line 3: The workflow must contain at least one job with no dependencies.',
  ])
})
