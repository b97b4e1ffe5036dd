import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { SettingsFile } from '../../settings/settings-files.ts'
import type { Environment } from '../git/process/git-environment.ts'
import { must, openRepository, type Repository } from '../git/process/repository.ts'

// Egress: writes a git folder of its own, and the settings of HEAD.

/**
 * A repository that ends with a commit: the objects that this commit reaches, one branch, and nothing else. So there is no newer
 * commit, tag, stash, reflog or remote in which the agent could read the answer, as it could in clones of benchmarks
 * (https://github.com/SWE-bench/SWE-bench/issues/465). Of its files, there are only the settings. Returns its folder.
 */
export async function copyBase(
  source: Repository,
  base: string,
  place: {
    readonly folder: string
    readonly settings: readonly SettingsFile[]
    readonly environment: Environment
    readonly signal: AbortSignal
  },
): Promise<string> {
  const { folder, settings, environment, signal } = place
  const gitDir = join(folder, '.git')
  await mkdir(folder)
  const { git } = await openRepository({ gitDir, workTree: folder, remote: '', environment, signal })
  const pack = join(gitDir, 'objects/pack/pack')
  await must(source.gitBytes(['pack-objects', '--revs', '--quiet', pack], { input: `${base}\n` }))
  await copyShallow(source.gitDir, gitDir, git)
  await must(git(['symbolic-ref', 'HEAD', 'refs/heads/main']))
  await must(git(['update-ref', 'refs/heads/main', base]))
  for (const { path, text } of settings) {
    if (text === null) continue
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** Where the history ends. Of the commits that the file names, only those that are here. */
async function copyShallow(from: string, to: string, git: Repository['git']): Promise<void> {
  const text = await readFile(join(from, 'shallow'), 'utf8').catch(() => '')
  const commits = text.split('\n').filter((line) => line !== '')
  if (commits.length === 0) return
  const found = await must(
    git(['cat-file', '--batch-check'], { input: commits.map((line) => `${line}\n`).join('') }),
  )
  const here = commits.filter((commit) => found.stdout.includes(`${commit} commit`))
  if (here.length > 0) await writeFile(join(to, 'shallow'), here.map((line) => `${line}\n`).join(''))
}

/**
 * Folders of the repositories whose objects a clone reads, its own and those that it shares: objects, git folders and work trees,
 * linked ones included. They have the answers.
 */
export async function listFoldersOfObjects(objects: string): Promise<string[]> {
  const found = await listObjectFolders(objects)
  return [...found, ...(await Promise.all(found.map((folder) => listFoldersOf(dirname(folder))))).flat()]
}

async function listObjectFolders(objects: string): Promise<string[]> {
  const found: string[] = []
  const next = [objects]
  for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
    if (found.includes(folder)) continue
    found.push(folder)
    const here = folder
    const text = await readFile(join(here, 'info/alternates'), 'utf8').catch(() => '')
    next.push(
      ...text
        .split('\n')
        .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [resolve(here, line)])),
    )
  }
  return found
}

/** A folder of objects may lie anywhere, also where programs are: then nothing else beside it is hidden. */
async function listFoldersOf(gitDir: string): Promise<string[]> {
  const isGitDir = await access(join(gitDir, 'HEAD')).then(
    () => true,
    () => false,
  )
  if (!isGitDir) return []
  const linked = join(gitDir, 'worktrees')
  const names = await readdir(linked).catch(() => [])
  const workTrees = names.map(async (name) => {
    const text = await readFile(join(linked, name, 'gitdir'), 'utf8').catch(() => '')
    return text === '' ? [] : [dirname(resolve(linked, name, text.trimEnd()))]
  })
  const own = basename(gitDir) === '.git' ? [dirname(gitDir)] : []
  return [gitDir, ...own, ...(await Promise.all(workTrees)).flat()]
}
