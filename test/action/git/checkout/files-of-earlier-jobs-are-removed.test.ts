import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenRemote, prepared } from '../given-remote.ts'

/** The file that the runner writes at the start of the job. Times of files have a grain of some milliseconds. */
function startJob(jobFile: string, newest: string): void {
  do writeFileSync(jobFile, '{}')
  while (statSync(jobFile).mtimeMs <= lstatSync(newest).ctimeMs)
}

/** A workspace in which an earlier job has left files, and the file that the runner writes at the start of this one. */
async function givenLeftovers() {
  const given = await givenRemote({ 'a.txt': 'a\n', '.gitignore': 'node_modules/\n' })
  const { folder, workspace } = given
  const write = (path: string) => {
    mkdirSync(join(workspace, path, '..'), { recursive: true })
    writeFileSync(join(workspace, path), `${path}\n`)
  }
  for (const path of ['docs/old/old.md', 'Ä.md', 'node_modules/x.js']) write(path)
  symlinkSync(join(folder, 'remotes'), join(workspace, 'link'))
  const jobFile = join(folder, 'event.json')
  startJob(jobFile, join(workspace, 'link'))
  write('made/by-a-step.txt')
  // The time that a file claims to have does not count.
  utimesSync(join(workspace, 'made/by-a-step.txt'), 1, 1)
  return { ...given, jobFile, has: (path: string) => existsSync(join(workspace, path)) }
}

test('files that an earlier job has left are removed, and those of this job stay', async () => {
  const { prepare, jobFile, has, workspace, folder } = await givenLeftovers()

  const start = prepared(await prepare({ jobFile }))

  expect(['docs', 'Ä.md', 'link'].filter(has)).toEqual([])
  expect(['node_modules/x.js', 'made/by-a-step.txt'].filter(has)).toHaveLength(2)
  expect(existsSync(join(folder, 'remotes'))).toBe(true)
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n')
  expect([...start.untrackedBefore.files]).toEqual(['made/by-a-step.txt'])
})

test('a checkout of another repository stays', async () => {
  const { prepare, jobFile, has, workspace } = await givenLeftovers()
  execFileSync('git', ['init', '--quiet', join(workspace, 'other')])
  writeFileSync(join(workspace, 'other/x'), 'x')
  startJob(jobFile, join(workspace, 'other/x'))

  prepared(await prepare({ jobFile }))

  expect(has('other/x')).toBe(true)
})

test.each(['/nonexistent/event.json', '/proc/version', undefined])(
  'without the time at which the job started, all files stay: %s',
  async (jobFile) => {
    const { prepare, has } = await givenLeftovers()

    const { leftovers, untrackedBefore } = prepared(await prepare({ jobFile }))

    expect(leftovers).toEqual({ removed: 0, stuck: [] })
    expect(['docs/old/old.md', 'Ä.md', 'link'].filter(has)).toHaveLength(3)
    expect(untrackedBefore.files.has('docs/old/old.md')).toBe(true)
  },
)
