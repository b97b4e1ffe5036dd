import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import { readChanges } from '../../../src/action/git/diff/read-changes.ts'
import { planPublish } from '../../../src/action/git/policy/plan-publish.ts'
import type { ModelHandle } from '../../../src/action/models/providers/model-handle.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { composeWorkspace } from '../../../src/action/stages/compose-workspace.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'
import type { ToolResult } from '../../../src/action/workspace/files/tool-result.ts'
import type { Workspace } from '../../../src/action/workspace/workspace.ts'
import type { PublishRules } from '../../../src/contract/runner-protocol/publish-rules.ts'
import { READ_TOKEN } from '../../fakes/github/one-repository.ts'
import { assertAsyncProperty } from '../../support/random.ts'
import { givenRemote, prepared } from '../git/given-remote.ts'

const SCRIPT = `#!/bin/sh\n${Array.from({ length: 20 }, (_, line) => `echo line ${line}`).join('\n')}\n`
const OTHER_SCRIPT = `#!/bin/sh\n${Array.from({ length: 20 }, (_, line) => `printf ${line * 7}`).join('\n')}\n`
const TEXT = 'Only words.\n'

const RULES: PublishRules = {
  ...{ allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1000, maxBytes: 1_000_000 },
}

/** Files that are there before the run and that git does not track. */
const UNTRACKED = ['made/out.sh', 'build/tool']

async function openCase() {
  const { workspace: root, prepare } = await givenRemote({
    'run.sh': { executable: SCRIPT },
    'bin/tool': { executable: `${SCRIPT}exit 1\n` },
    'copy.sh': SCRIPT,
    'README.md': TEXT,
    'src/a.txt': 'a\n',
    link: { link: 'README.md' },
    'src/link': { link: 'a.txt' },
    'vendor/lib': { submodule: '0123456789012345678901234567890123456789' },
    '.gitignore': 'build/\n',
  })
  const addUntracked = () => {
    for (const path of UNTRACKED) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), OTHER_SCRIPT)
      chmodSync(join(root, path), 0o755)
    }
  }
  addUntracked()
  const checkout = prepared(await prepare())
  /** Runs the calls on the starting files, and plans what to publish. */
  const plan = async (calls: readonly Call[], rules: PublishRules) => {
    for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
    await checkout.repository.git(['checkout-index', '--all', '--force'])
    addUntracked()
    const { workspace } = composeWorkspace(
      {
        workspace: root,
        secrets: openSecrets([], () => {}),
        controlPlane: { assignment: { base: 'main', branch: 'x', fetchToken: READ_TOKEN } } as ControlPlane,
      } as RunContext,
      {
        checkout,
        rules,
        model: { window: 200_000 } as ModelHandle,
        workingDirectory: null,
        context: new Map(),
      },
    )
    const results: ToolResult[] = []
    for (const call of calls) results.push(await call(workspace))
    const { changes } = await readChanges(checkout)
    const secrets = openSecrets([], () => {})
    return { results, changes, verdict: planPublish({ changes, rules, secrets }) }
  }
  return { plan, root }
}

type Call = (workspace: Workspace) => Promise<ToolResult>

const write =
  (path: string, text: string): Call =>
  async (workspace) => {
    await workspace.read({ path })
    return workspace.write({ path, text })
  }
const move =
  (from: string, to: string): Call =>
  (workspace) =>
    workspace.move({ from, to })
const remove =
  (path: string): Call =>
  (workspace) =>
    workspace.delete({ path })
const makeExecutable =
  (path: string): Call =>
  (workspace) =>
    workspace.makeExecutable({ path })
const patch =
  (...lines: readonly string[]): Call =>
  (workspace) =>
    workspace.applyPatch({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') })

const modes = (changes: Awaited<ReturnType<typeof readChanges>>['changes']) =>
  Object.fromEntries(changes.map(({ path, newMode }) => [path, newMode]))

test('an executable file that is moved stays executable, whatever git takes for its source', async () => {
  const { plan } = await openCase()
  const cases: [string, readonly Call[], Readonly<Record<string, string | null>>][] = [
    [
      'moved and rewritten',
      [move('run.sh', 'scripts/go.sh'), write('scripts/go.sh', OTHER_SCRIPT)],
      { 'run.sh': null, 'scripts/go.sh': '100755' },
    ],
    [
      'moved by a patch and rewritten',
      [
        patch('*** Update File: run.sh', '*** Move to: go.sh', '@@', ' #!/bin/sh', '-echo line 0', '+true'),
        write('go.sh', OTHER_SCRIPT),
      ],
      { 'run.sh': null, 'go.sh': '100755' },
    ],
    [
      'moved, and a text written to its old path',
      [move('run.sh', 'go.sh'), write('run.sh', TEXT)],
      { 'run.sh': '100644', 'go.sh': '100755' },
    ],
    [
      'moved, and an equal file that is not executable deleted',
      [move('run.sh', 'go.sh'), remove('copy.sh')],
      { 'go.sh': '100755' },
    ],
  ]
  for (const [name, calls, expected] of cases) {
    const { results, changes, verdict } = await plan(calls, RULES)
    expect([name, ...results.map(({ ok, text }) => (ok ? 'ok' : text))]).toEqual([
      name,
      ...calls.map(() => 'ok'),
    ])
    expect([name, verdict.kind]).toEqual([name, 'publish'])
    expect({ name, ...modes(changes) }).toMatchObject({ name, ...expected })
  }
})

describe('a script', () => {
  const calls = [write('new.sh', SCRIPT), makeExecutable('new.sh')]

  test('becomes executable if the settings allow it', async () => {
    const { plan } = await openCase()
    const allowed = await plan(calls, { ...RULES, executableScripts: true })
    expect(allowed.results.at(-1)).toEqual({ ok: true, text: 'new.sh is executable now.' })
    expect(modes(allowed.changes)).toEqual({ 'new.sh': '100755' })
    expect(allowed.verdict.kind).toBe('publish')

    const forbidden = await plan(calls, RULES)
    expect(forbidden.results.at(-1)).toMatchObject({
      ok: false,
      text: expect.stringContaining('`executable-scripts: true` in .github/prentice.yml'),
    })
    expect(modes(forbidden.changes)).toEqual({ 'new.sh': '100644' })
    expect(forbidden.verdict.kind).toBe('publish')
  })

  test('is nothing else than a regular file with a shebang', async () => {
    const { plan } = await openCase()
    const paths = ['README.md', 'link', 'src', 'no.sh', 'vendor/lib/a.sh', 'run.sh']
    const { results, changes } = await plan(paths.map(makeExecutable), { ...RULES, executableScripts: true })
    expect(results).toEqual([
      { ok: false, text: expect.stringContaining('does not start with `#!`') },
      { ok: false, text: expect.stringContaining('is a symbolic link') },
      { ok: false, text: expect.stringContaining('is a folder') },
      { ok: false, text: expect.stringContaining('does not exist') },
      { ok: false, text: expect.stringContaining('is a submodule') },
      { ok: true, text: 'run.sh is already executable.' },
    ])
    expect(changes).toEqual([])
  })
})

test('an executable file that is not in the repository cannot be moved into it', async () => {
  const { plan, root } = await openCase()
  const calls = UNTRACKED.map((path, at) => move(path, `scripts/${at}.sh`))
  const { results, changes } = await plan(calls, RULES)
  expect(results.map(({ ok }) => ok)).toEqual([false, false])
  expect(results[0]?.text).toContain('made/out.sh is executable and was not in the repository')
  expect(changes).toEqual([])
  expect(existsSync(join(root, 'made/out.sh'))).toBe(true)
})

const path = fc.constantFrom(
  ...['run.sh', 'bin/tool', 'copy.sh', 'link', 'src/link', 'vendor/lib', 'src', 'bin', 'made'],
  ...['new.sh', 'x/new.sh', ...UNTRACKED],
)
const executable = fc.constantFrom('run.sh', 'bin/tool', ...UNTRACKED, 'new.sh', 'x/new.sh')
const free = fc.constantFrom('new.sh', 'x/new.sh', 'run.sh')
const text = fc.constantFrom(SCRIPT, OTHER_SCRIPT, TEXT)
/** Moves of executable files and rewritten targets are the most likely calls. */
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(executable, free).map(([from, to]) => move(from, to)) },
  { weight: 5, arbitrary: fc.tuple(free, text).map(([to, content]) => write(to, content)) },
  fc.tuple(path, path).map(([from, to]) => move(from, to)),
  fc.tuple(path, text).map(([to, content]) => write(to, content)),
  path.map(remove),
  path.map(makeExecutable),
  fc.tuple(executable, path).map(([from, to]) => patch(`*** Update File: ${from}`, `*** Move to: ${to}`)),
  path.map((to) => patch(`*** Add File: ${to}`, '+#!/bin/sh', '+true')),
  path.map((to) => patch(`*** Delete File: ${to}`)),
)

test('no sequence of accepted calls ends as unsafe', async () => {
  const { plan } = await openCase()
  const calls = fc.array(call, { minLength: 2, maxLength: 10 })
  await assertAsyncProperty(
    fc.asyncProperty(calls, fc.boolean(), async (made, executableScripts) => {
      const { verdict } = await plan(made, { ...RULES, executableScripts })
      expect(verdict.kind === 'refuse' ? verdict.reason : null).toBeNull()
    }),
    { numRuns: 40 },
  )
}, 60_000)
