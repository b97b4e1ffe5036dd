import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type TestRandom, testRandom } from '../../../support/random.ts'
import { type Files, givenRemote } from '../given-remote.ts'
import { mergeIn } from './given-merge.ts'

const LINES = 12
/** Without the configuration of the user. */
const WITHOUT_USER = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }

/** Texts, an executable, names that need quoting, and a folder. */
const PATHS = ['a.txt', 'b.txt', 'run.sh', 'dir/c.txt', 'dir/d e.txt', 'dir/"f".txt', 'g.txt', 'h.txt']

const textOf = (path: string) => Array.from({ length: LINES }, (_, line) => `${path} ${line}`)
const fileOf = (path: string, lines: readonly string[]): Files[string] =>
  path.endsWith('.sh') ? { executable: `${lines.join('\n')}\n` } : `${lines.join('\n')}\n`

/** Changes of one side: edits of lines, deletions, renames with an edit, and new files. */
function changesOf(random: TestRandom, side: string): Files {
  const changes: Record<string, Files[string]> = {}
  for (const path of PATHS) {
    const lines = textOf(path)
    const chance = random.integer(10)
    if (chance < 5) {
      lines[random.integer(LINES)] = `${path} by ${random.integer(2) === 0 ? side : 'both'}`
      changes[path] = fileOf(path, lines)
    } else if (chance === 5) changes[path] = null
    else if (chance === 6) {
      changes[path] = null
      lines[random.integer(LINES)] = `${path} moved by ${side}`
      changes[`moved/${path}`] = fileOf(path, lines)
    }
  }
  if (random.integer(3) === 0) changes['new.txt'] = random.integer(2) === 0 ? 'same\n' : `${side}\n`
  return { ...changes, [`only-${side}.txt`]: `${side}\n` }
}

/** Merges so many pairs of random branches, and returns how many of them were clean, had conflicts or were refused. */
export async function expectResultOfGit(rounds: number) {
  const random = testRandom()
  const given = await givenRemote(Object.fromEntries(PATHS.map((path) => [path, fileOf(path, textOf(path))])))
  const clone = join(given.folder, 'clone')
  const inClone = (...args: string[]) => {
    try {
      return execFileSync('git', ['-C', clone, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        encoding: 'utf8',
        env: WITHOUT_USER,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    } catch (error) {
      if (args[0] === 'merge') return ''
      throw error
    }
  }
  const seen = { clean: 0, conflicts: 0, refused: 0 }
  const pairs = Array.from({ length: rounds }, (_, round) => ({
    branch: `prentice/${round}`,
    base: `base-${round}`,
  }))
  for (const { branch, base } of pairs) {
    given.commit(branch, changesOf(random, 'branch'), 'main')
    given.commit(base, changesOf(random, 'base'), 'main')
  }
  execFileSync('git', ['clone', '--quiet', '--shared', given.bare, clone], { env: WITHOUT_USER })
  for (const { branch, base } of pairs) {
    inClone('checkout', '--quiet', '--force', branch)
    inClone('merge', '--no-edit', '--quiet', `origin/${base}`)
    const expected = entriesOf(inClone('ls-files', '--stage', '-z'))
    inClone('reset', '--quiet', '--hard', branch)
    const { repository, result } = await mergeIn(given, { branch, base })
    if (result.kind === 'refused') {
      expect(expected.conflicts.size).toBeGreaterThan(0)
      seen.refused += 1
      continue
    }
    if (result.kind !== 'merged') throw new Error(result.kind)
    const { tree, start, conflicts } = result.merge
    const { stdout } = await repository.git(['ls-tree', '-r', '-z', '--full-tree', tree])
    const merged = entriesOf(stdout.replaceAll(/ blob ([0-9a-f]+)\t/g, ' $1 0\t'))
    expect(new Set(conflicts.map(({ path }) => path))).toEqual(expected.conflicts)
    for (const path of expected.conflicts) merged.files.delete(path)
    expect(merged.files).toEqual(expected.files)
    // What the change is judged against differs from the merged tree in the conflicts alone.
    const { stdout: judged } = await repository.git(['diff-tree', '-r', '-z', '--name-only', tree, start])
    expect(new Set(judged.split('\0').filter((path) => path !== ''))).toEqual(expected.conflicts)
    seen[conflicts.length === 0 ? 'clean' : 'conflicts'] += 1
  }
  return seen
}

/** Of `mode id stage TAB path NUL`. */
function entriesOf(listing: string) {
  const files = new Map<string, string>()
  const conflicts = new Set<string>()
  for (const entry of listing.split('\0').filter((one) => one !== '')) {
    const [, file = '', stage = '', path = ''] = /^(\d+ [0-9a-f]+) (\d)\t(.+)$/s.exec(entry) ?? []
    if (stage === '0') files.set(path, file)
    else conflicts.add(path)
  }
  return { files, conflicts }
}
