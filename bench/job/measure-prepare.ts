import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startWorld, type World } from '../../sandbox/world/start-world.ts'
import { fetchStart, writeWorkTree } from '../../src/action/git/checkout/checkout.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { createLargeRepository } from '../repositories/create-large-repository.ts'
import { git } from '../repositories/create-repository.ts'

const ROUNDS = 5

/**
 * From an empty workspace to the checked out files of a large repository, which the runner does before the agent starts. The
 * baseline is git's own shallow fetch and checkout, from the same GitHub of the sandbox.
 */
export async function measurePrepare(directory: string): Promise<Figure> {
  const repository = join(directory, 'large-remote')
  await mkdir(repository)
  await git(repository, 'init', '--quiet', '--initial-branch=main')
  await createLargeRepository(repository)
  await git(repository, 'add', '--all')
  await git(repository, 'commit', '--quiet', '--message', 'Large')
  // As GitHub keeps it: otherwise the server packs it for each fetch.
  await git(repository, 'repack', '-a', '-d', '-q')
  const world = await startWorld({ repository, log: () => undefined })
  const times = { ours: [] as number[], manual: [] as number[] }
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const manual = await secondsIn(directory, (folder) => checkOutManually(world, folder))
      const ours = await secondsIn(directory, (folder) => prepare(world, folder))
      // The first round warms up.
      if (round === 0) continue
      times.manual.push(manual)
      times.ours.push(ours)
    }
  } finally {
    await world.close()
  }
  return figure('prepare 8,500 files', median(times.ours), 's', median(times.manual))
}

async function secondsIn(directory: string, work: (folder: string) => Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(directory, 'prepare-'))
  const started = performance.now()
  await work(folder)
  const seconds = (performance.now() - started) / 1000
  await rm(folder, { recursive: true })
  return seconds
}

const remoteOf = ({ githubUrl, repository }: World): string => `${githubUrl}/${repository}.git`

async function prepare(world: World, folder: string): Promise<void> {
  const workspace = join(folder, 'workspace')
  const scratch = join(folder, 'scratch')
  await Promise.all([mkdir(workspace), mkdir(scratch)])
  const fetched = await fetchStart({
    ...{ workspace, scratch, remote: remoteOf(world), token: world.githubToken },
    ...{ base: 'main', branch: 'prentice/new', environment: process.env },
  })
  const written = fetched.ok ? await writeWorkTree(fetched, null) : fetched
  if (!written.ok) throw new Error(written.reason.message)
}

async function checkOutManually(world: World, folder: string): Promise<void> {
  const remote = new URL(remoteOf(world))
  remote.username = 'octo-admin'
  remote.password = world.githubToken
  await git(folder, 'init', '--quiet')
  await git(folder, 'fetch', '--quiet', '--depth', '1', remote.href, 'main')
  await git(folder, 'checkout', '--quiet', '-b', 'new', 'FETCH_HEAD')
}
