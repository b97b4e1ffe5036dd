import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runAsRoot } from './run-as-root.ts'
import type { IsolationFacts } from './unshare-command.ts'

/**
 * The layers that isolated commands see as one folder:
 * - `tree`: the files of the commit or change, created again for each
 * - `setup`: files that the set-up commands wrote; read only for the checks
 * - `round`: files that the checks of one round wrote; empty at its start
 */
export interface OverlayFolder {
  readonly store: string
  /**
   * Starts a phase: `exportTree` fills an empty folder with the files to work on. Rejects soon after an abort, however deep
   * the folders are that it removes.
   */
  begin(
    phase: 'setup' | 'round',
    exportTree: (folder: string) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>
}

const FOLDERS = ['project', 'project-work', 'home', 'home-work', 'tmp']

/** `parent`: a folder that only this user and root can enter. */
export async function openOverlayFolder(facts: IsolationFacts, parent: string): Promise<OverlayFolder> {
  const store = join(await realpath(parent), 'checks')
  const owner = `${facts.user}:${facts.user}`
  for (const name of ['blank', 'cell']) await mkdir(join(store, name), { recursive: true })
  return {
    store,
    async begin(phase, exportTree, signal) {
      const tree = join(store, 'tree')
      const upper = join(store, phase)
      // As root, since the files of an earlier phase belong to the other user.
      await runAsRoot(facts, ['rm', '-rf', '--', tree, upper], signal)
      await mkdir(tree)
      await exportTree(tree)
      signal.throwIfAborted()
      for (const name of FOLDERS) await mkdir(join(upper, name), { recursive: true })
      // `-h`: links of the repository are not followed. No isolated command runs now that could create one.
      await runAsRoot(facts, ['chown', '-hR', '--', owner, tree, upper], signal)
    },
  }
}

/**
 * Removes a folder that isolated commands wrote to. Their files belong to another user, and may have paths that are too
 * long for Node.js.
 */
export async function removeWithChecks(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  folder: string,
): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'EACCES' && code !== 'EPERM' && code !== 'ENAMETOOLONG') throw error
    await runAsRoot(facts, ['rm', '-rf', '--', folder])
  }
}
