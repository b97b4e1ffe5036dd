import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { confine } from './confine.ts'
import { imageFiles } from './image-files.ts'
import { startLocalRegistry } from './local-registry.ts'
import { prepareRelease } from './prepare-release.ts'
import { type Run, runIn } from './run.ts'
import { readJobs, runJob } from './run-workflow.ts'
import { usePackage } from './use-package.ts'

export interface Rehearsal {
  /** The checkout, of which only the commit is used. */
  readonly root: string
  readonly version: string
  readonly date: string
  /** Of this process: `confine` chooses from it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** An empty folder, in which everything happens. */
  readonly folder: string
  /** Where the results go: tarball, release notes, list of packages, files of the image. */
  readonly out: string
  readonly tell: (line: string) => void
}

/**
 * Releases the commit of a checkout to a bare repository and a registry of this machine, by the steps of the release workflow itself. It
 * reaches no other repository, and reads from the registry of npm what an installation downloads.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<void> {
  const { root, folder, tell, version } = rehearsal
  const open = runIn(rehearsal.environment)
  const upstream = (await open('npm', ['config', 'get', 'registry'], root)).stdout.trim()
  const cache = (await open('npm', ['config', 'get', 'cache'], root)).stdout.trim()
  const { name, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const registry = await startLocalRegistry(name, upstream)
  try {
    const confined = confine(rehearsal.environment, { folder, registry: registry.url, cache })
    writeHome(folder, registry.url)
    const remote = join(folder, 'remote.git')
    const releases = join(folder, 'releases')
    const environment = {
      ...confined,
      PATH: [addGh(folder), confined.PATH].join(delimiter),
      GITHUB_REF_NAME: `v${version}`,
      GITHUB_REPOSITORY: new URL(repository.url.replace(/^git\+|\.git$/g, '')).pathname.slice(1),
      REHEARSAL_REMOTE: remote,
      REHEARSAL_RELEASES: releases,
    }
    mkdirSync(releases)
    const run = runIn(environment)
    tell('The version, the changelog and the tag, in a bare repository')
    const checkout = await pushTag(run, rehearsal, remote)
    const place = { checkout, folder, environment, tell }
    const jobs = readJobs(readFileSync(join(checkout, '.github/workflows/release.yml'), 'utf8'))
    const needs: Record<string, { outputs: Readonly<Record<string, string>> }> = {}
    for (const [job, steps] of jobs) {
      tell(`The job ${job} of the release workflow`)
      const outputs = await runJob(place, steps, needs)
      if (outputs === null) throw new Error(`the workflow skips the job ${job}`)
      needs[job] = { outputs }
    }
    tell('The job publish again, as after a failure: the release is there, and the tag moves')
    const publish = jobs.get('publish')
    if (publish === undefined) throw new Error('the workflow has no job publish')
    await runJob(place, publish, needs)
    await requireReleased(run, { remote, version, registry: registry.published() })
    tell('The package, from an empty folder')
    await usePackage({ name, version, folder, environment, tell })
    collect(rehearsal, { checkout, releases })
  } finally {
    await registry.close()
  }
}

/** npm publishes only with a token, which this registry does not look at. */
function writeHome(folder: string, registry: string): void {
  mkdirSync(join(folder, 'home'))
  writeFileSync(join(folder, 'home/.npmrc'), `${registry.replace('http:', '')}:_authToken=rehearsal\n`)
}

/** Puts a program in place of `gh`. Returns its folder. */
function addGh(folder: string): string {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const program = join(import.meta.dirname, 'gh.ts')
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(join(bin, 'gh'), 0o755)
  return bin
}

/** The commit of the version on `main` of the remote, and its tag. Returns a clone of it, as the workflow's checkout makes it. */
async function pushTag(
  run: Run,
  { root, folder, version, date }: Rehearsal,
  remote: string,
): Promise<string> {
  const work = join(folder, 'work')
  await run('git', ['clone', '-q', '--no-tags', '--no-local', root, work], folder)
  await run('git', ['init', '-q', '--bare', '-b', 'main', remote], folder)
  await run('git', ['remote', 'set-url', 'origin', remote], work)
  await prepareRelease(work, { version, date }, run)
  // A package without an owner of its name is not published: the rehearsal shows what happens afterwards.
  await run('npm', ['pkg', 'delete', 'private'], work)
  await run('git', ['commit', '-q', '-a', '-m', `release: ${version}`], work)
  await run('git', ['tag', '-a', `v${version}`, '-m', `v${version}`], work)
  await run('git', ['push', '-q', 'origin', 'HEAD:refs/heads/main', `v${version}`], work)
  const checkout = join(folder, 'checkout')
  await run('git', ['clone', '-q', '--branch', `v${version}`, remote, checkout], folder)
  return checkout
}

interface Released {
  readonly remote: string
  readonly version: string
  readonly registry: readonly string[]
}

async function requireReleased(run: Run, { remote, version, registry }: Released): Promise<void> {
  const commitOf = async (ref: string) =>
    (await run('git', ['rev-parse', '--verify', `${ref}^{commit}`], remote)).stdout.trim()
  const major = `refs/tags/v${version.split('.')[0]}`
  if ((await commitOf(major)) !== (await commitOf(`refs/tags/v${version}`)))
    throw new Error(`${major} is not at the commit of v${version}`)
  if (!registry.includes(version)) throw new Error(`the registry has no ${version}`)
}

/** Copies what a release consists of to where a person looks at it. */
function collect({ out, version, folder }: Rehearsal, place: { checkout: string; releases: string }): void {
  mkdirSync(out, { recursive: true })
  const release = join(place.releases, `v${version}`)
  for (const file of readdirSync(release)) copyFileSync(join(release, file), join(out, file))
  const tarballs = join(folder, 'artifacts/npm-package')
  for (const file of readdirSync(tarballs)) copyFileSync(join(tarballs, file), join(out, file))
  const { files, packages } = imageFiles(place.checkout)
  writeFileSync(join(out, 'image-files.txt'), `${[...files, ...packages].join('\n')}\n`)
}
