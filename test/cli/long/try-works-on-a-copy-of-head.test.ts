import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitIn, type TryScene, tryScene } from '../try-scene.ts'

const PROMPT = 'Replace "dog" with "cat" in README.md'

test('a run prints a patch of HEAD, and says which changes it leaves out', async () => {
  const { write, run, git, read, clone, model, leftovers } = await tryScene()
  write({
    'README.md': 'One dog\nTop secret draft\n',
    'notes.txt': 'private words\n',
    'new.txt': 'staged words\n',
  })
  git('add', 'new.txt')
  const before = [git('status', '--porcelain'), git('diff'), git('log', '--all', '--oneline')]
  const { code, out, notes } = await run([PROMPT])
  expect(code).toBe(0)
  expect(out).toContain('\n-One dog\n+One cat\n')
  expect(notes).toContain('3 uncommitted changes are not included')
  expect(notes).toContain('No command of the project runs: use --isolate')
  expect(notes).toContain('✓ edit README.md')
  expect(notes).toMatch(/1 changed file, 2 steps, [\d,]+ tokens, \$0\.\d+\n/)
  expect(notes).toContain('Your files are as they were. --apply writes the change to them')
  expect([git('status', '--porcelain'), git('diff'), git('log', '--all', '--oneline')]).toEqual(before)
  const sent = JSON.stringify(model.requests().map(({ body }) => body))
  for (const words of ['Top secret', 'private words', 'staged words', 'notes.txt'])
    expect(sent).not.toContain(words)
  expect(leftovers()).toEqual([])
  git('stash', '--include-untracked', '--quiet')
  execFileSync('git', ['apply'], { cwd: clone, input: out })
  expect(read('README.md')).toBe('One cat\n')
})

test('--json has the patch, the words of the agent, and what the run cost', async () => {
  const { run, git } = await tryScene()
  const { code, out } = await run(['--json', PROMPT])
  const result = JSON.parse(out)
  expect(code).toBe(0)
  expect(result).toMatchObject({
    ...{ outcome: 'changed', reason: null, model: 'anthropic/claude-sonnet-5-5', uncommitted: 0 },
    ...{ commit: git('rev-parse', 'HEAD').trim(), files: ['README.md'], checks: null, refused: [] },
    ...{ usage: { steps: 2 }, applied: null },
  })
  expect(result.patch).toContain('+One cat\n')
  expect(result.title).not.toBe('')
})

test('a run that changes nothing says so, and succeeds', async () => {
  const { run } = await tryScene()
  const { code, out, notes } = await run(['Wait 0 seconds'])
  expect([code, out]).toEqual([0, ''])
  expect(notes).toContain('The agent finished without changing a file')
  expect(notes).not.toContain('job')
})

test('--patch stores the change in a file', async () => {
  const { run, git, read } = await tryScene()
  const { code, out, notes } = await run(['--patch', '../change.patch', PROMPT])
  expect([code, out]).toEqual([0, ''])
  expect(notes).toMatch(/The patch is in .*\/change\.patch\./)
  git('apply', '../change.patch')
  expect(read('README.md')).toBe('One cat\n')
})

/** Turns the clone of a scene into one of another kind. Returns its folder. */
const KINDS: Readonly<Record<string, (scene: TryScene) => string>> = {
  'a folder of the clone': ({ clone }) => join(clone, 'src'),
  'a detached HEAD': ({ clone, git }) => {
    git('checkout', '--quiet', '--detach')
    return clone
  },
  'a worktree': ({ outside, git }) => {
    git('worktree', 'add', '--quiet', '-b', 'other', join(outside, 'tree'))
    return join(outside, 'tree')
  },
  'a shallow clone': ({ clone, outside, git }) => {
    git('commit', '--quiet', '--allow-empty', '--message=Second')
    git('clone', '--quiet', '--depth=1', `file://${clone}`, join(outside, 'shallow'))
    return join(outside, 'shallow')
  },
  'a clone that shares objects': ({ clone, outside, git }) => {
    git('clone', '--quiet', '--shared', clone, join(outside, 'shared'))
    return join(outside, 'shared')
  },
  'a submodule, and a path with characters that mean something': ({ clone, outside }) => {
    const whole = join(outside, 'a: "whole" \\ b')
    mkdirSync(whole)
    gitIn(whole, 'init', '--quiet')
    gitIn(whole, 'submodule', '--quiet', 'add', clone, 'part')
    gitIn(whole, 'commit', '--quiet', '--message=First')
    return join(whole, 'part')
  },
  'a repository with a submodule and a link': ({ clone, outside, git }) => {
    cpSync(clone, join(outside, 'part'), { recursive: true })
    git('submodule', '--quiet', 'add', join(outside, 'part'), 'part')
    symlinkSync('/etc/passwd', join(clone, 'passwd'))
    git('add', '.')
    git('commit', '--quiet', '--message=Second')
    return clone
  },
  'a split index': ({ clone, git }) => {
    git('update-index', '--split-index')
    return clone
  },
}

test.each(Object.keys(KINDS))('a run works in %s', { timeout: 120_000 }, async (kind) => {
  const scene = await tryScene()
  const folder = KINDS[kind]?.(scene) ?? ''
  const { code, out, notes } = await scene.run(['--dir', folder, PROMPT])
  expect(notes).not.toContain('uncommitted')
  expect(out).toContain('+One cat')
  expect(code).toBe(0)
})

test('the settings are those of the work tree, and a protected file is refused', async () => {
  const { run, write, leftovers } = await tryScene({
    ...{ 'README.md': 'One dog\n' },
    'AGENTS.md': 'Be brief.\n',
  })
  write({ '.github/prentice.yml': 'checks: [npm test]\npaths:\n  allow: ["docs/**"]\n' })
  const { code, out, notes } = await run([`${PROMPT}\nAppend "x" to AGENTS.md\nCreate docs/a.md with "One"`])
  expect(notes).toContain('1 uncommitted change is not included')
  expect(notes).toContain('Prentice would not publish, and refused to change:')
  expect(notes).toContain('✗ README.md is not among the paths that `paths.allow`')
  expect(notes).toContain('✗ AGENTS.md is protected')
  expect(notes).toContain('The checks did not run: use --isolate to run checks and commands')
  expect(out).toContain('docs/a.md')
  expect(out).not.toContain('One cat')
  expect(code).toBe(0)
  expect(leftovers()).toEqual([])
})

test('the headers for a gateway go with every request to the model', async () => {
  const { run, model } = await tryScene()
  const environment = { ANTHROPIC_CUSTOM_HEADERS: 'x-tenant: team-a-1234' }
  expect((await run(['Replace "dog" with "cat" in README.md'], { environment })).code).toBe(0)
  expect(model.requests().length).toBeGreaterThan(1)
  for (const { headers } of model.requests()) expect(headers['x-tenant']).toBe('team-a-1234')
})
