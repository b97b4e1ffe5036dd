import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imageFiles } from '../../../scripts/release/image-files.ts'
import { readJobs, runJob } from '../../../scripts/release/run-workflow.ts'
import { requireQuiet } from '../../../scripts/release/use-package.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A place where the jobs of a workflow run. */
function place() {
  const folder = temporaryFolder()
  const checkout = join(folder, 'checkout')
  mkdirSync(checkout)
  const told: string[] = []
  return {
    checkout,
    told,
    place: {
      ...{ checkout, folder, tell: (line: string) => void told.push(line) },
      environment: {
        PATH: process.env.PATH ?? '',
        GITHUB_REF_NAME: 'v1.2.3',
        GITHUB_REPOSITORY: 'acme/prentice',
      },
    },
  }
}

const jobOf = (steps: string, more = '') => {
  const job = readJobs(`jobs:\n  one:\n${more}    steps:\n${steps}`).get('one')
  if (job === undefined) throw new Error('there is one')
  return job
}
const CHECKOUT = '      - uses: actions/checkout@a\n'

test('the release workflow is one that the rehearsal knows', () => {
  const jobs = readJobs(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8'))
  expect([...jobs.keys()]).toEqual(['verify', 'publish', 'npm'])
})

test('a job gets its environment, and hands its outputs on', async () => {
  const { checkout, place: where } = place()
  const job = jobOf(
    `${CHECKOUT}      - id: a\n        env: { TEXT: "for \${{ github.repository }}" }\n        run: |\n          echo "$TEXT $GITHUB_REF_NAME" > seen\n          printf 'text<<END\\ntwo\\nlines\\nEND\\n' >> "$GITHUB_OUTPUT"\n`,
    `    outputs: { text: "\${{ steps.a.outputs.text }}" }\n`,
  )
  expect(await runJob(where, job, {})).toEqual({ text: 'two\nlines' })
  expect(readFileSync(join(checkout, 'seen'), 'utf8')).toBe('for acme/prentice v1.2.3\n')
})

test('a job whose condition says no does nothing', async () => {
  const { place: where } = place()
  const job = jobOf('      - run: exit 1\n', "    needs: []\n    if: needs.verify.outputs.tarball != ''\n")
  expect(await runJob(where, job, { verify: { outputs: { tarball: '' } } })).toBeNull()
})

test('artifacts go from one job to the next, which has no other file', async () => {
  const { checkout, place: where } = place()
  writeFileSync(join(checkout, 'a.tgz'), 'a tarball')
  const upload = '      - uses: actions/upload-artifact@a\n        with: { name: x, path: "*.tgz" }\n'
  await runJob(where, jobOf(CHECKOUT + upload), {})
  const download =
    '      - uses: actions/download-artifact@a\n        with: { name: x }\n      - run: test "$(ls)" = a.tgz\n'
  expect(await runJob(where, jobOf(download), { verify: { outputs: {} } })).toEqual({})
})

test.each([
  ['a failing step', '      - run: "false | true"\n', 'failed (1)'],
  ['a step that names a registry', '      - run: npm publish --registry=x\n', 'names an address of its own'],
  ['a step that names a host', '      - run: git push git@github.com:a/b\n', 'names an address of its own'],
  [
    'a package that npm changes',
    '      - run: "echo npm warn publish errors corrected >&2"\n',
    'npm publishes something else',
  ],
  ['an unknown action', '      - uses: acme/deploy@a\n', 'does not know the action acme/deploy'],
  [
    'nothing to attest',
    '      - uses: actions/attest-build-provenance@a\n        with: { subject-path: missing }\n',
    'nothing to attest at missing',
  ],
  [
    'an artifact without files',
    '      - uses: actions/upload-artifact@a\n        with: { name: x, path: "*.tgz" }\n',
    'no file matches *.tgz',
  ],
])('%s ends the rehearsal', async (_, steps, message) => {
  const { place: where } = place()
  await expect(runJob(where, jobOf(CHECKOUT + steps), {})).rejects.toThrow(message)
})

test('a step with a key that the rehearsal does not know is refused', () => {
  expect(() => jobOf('      - run: a\n        shell: pwsh\n')).toThrow('shell')
  expect(() =>
    readJobs('jobs: { a: { needs: b, steps: [{ run: a }] }, b: { steps: [{ run: a }] } }'),
  ).toThrow('must stand before it')
})

test('gh moves tags of the bare repository, keeps a release, and refuses the rest', async () => {
  const folder = temporaryFolder()
  const remote = join(folder, 'remote.git')
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@localhost']
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-C', remote, ...author, ...args], { encoding: 'utf8' }).trim()
  execFileSync('git', ['init', '-q', '--bare', remote])
  const tree = execFileSync('git', ['-C', remote, 'hash-object', '-wt', 'tree', '--stdin'], { input: '' })
  const commits = ['one', 'two'].map((message) => git('commit-tree', '-m', message, String(tree).trim()))
  const env = { PATH: process.env.PATH, REHEARSAL_REMOTE: remote, REHEARSAL_RELEASES: folder }
  const gh = (...args: readonly string[]): number => {
    try {
      const options = { env, stdio: 'ignore' } as const
      execFileSync(process.execPath, [join(ROOT, 'scripts/release/gh.ts'), ...args], options)
      return 0
    } catch {
      return 1
    }
  }
  const api = 'repos/acme/prentice/git'
  expect(gh('api', `${api}/ref/tags/v1`, '--silent')).toBe(1)
  const create = [
    'api',
    '--method',
    'POST',
    `${api}/refs`,
    '-f',
    'ref=refs/tags/v1',
    '-f',
    `sha=${commits[0]}`,
  ]
  expect([gh(...create), gh(...create)]).toEqual([0, 1])
  expect(gh('api', `${api}/ref/tags/v1`, '--silent')).toBe(0)
  const move = ['api', '--method', 'PATCH', `${api}/refs/tags/v1`, '-f', `sha=${commits[1]}`]
  expect([gh(...move), gh(...move, '-F', 'force=true')]).toEqual([1, 0])
  expect(git('rev-parse', 'v1')).toBe(commits[1])
  const release = ['release', 'create', 'v1', '--verify-tag', '--title', 'v1', '--notes', 'What is new']
  expect(gh('release', 'view', 'v1', '--json', 'tagName')).toBe(1)
  expect(gh(...release)).toBe(0)
  expect(gh('release', 'view', 'v1', '--json', 'tagName')).toBe(0)
  expect(readFileSync(join(folder, 'v1/notes.md'), 'utf8')).toBe('What is new')
  for (const other of [
    ['repo', 'delete', 'acme/prentice'],
    ['api', '--method', 'DELETE', `${api}/refs/tags/v1`],
  ])
    expect(gh(...other)).toBe(1)
})

test('the image has the server and its packages, and neither tests nor what only the development needs', () => {
  const { files, packages } = imageFiles(ROOT)
  expect(files).toContain('src/app/main.ts')
  expect(files.filter((path) => /^(test|sandbox|\.github|dist)\//.test(path))).toEqual([])
  expect(packages.some((path) => path.startsWith('node_modules/hono@'))).toBe(true)
  expect(packages.filter((path) => /^node_modules\/(vitest|typescript)@/.test(path))).toEqual([])
})

test('a program that prints a warning is not released', () => {
  expect(() => requireQuiet('the client', { stdout: 'fine', stderr: '' })).not.toThrow()
  expect(() => requireQuiet('the client', { stdout: '', stderr: 'npm warn EBADENGINE' })).toThrow(
    'EBADENGINE',
  )
})
