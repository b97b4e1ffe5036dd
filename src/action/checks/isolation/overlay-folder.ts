import { execFile } from 'node:child_process'
import { mkdir, realpath, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LAYERS_SCRIPT, LIFELINE_SCRIPT, REMOVE_SCRIPT } from './isolation-script.ts'
import { type IsolationFacts, rootCommand } from './unshare-command.ts'

// Egress: starts the programs of the isolation with their own environment, and lists paths of the tree that the next
// one lacks.

/** The files of trees and commits, which are named by their hashes. */
export interface TreeFiles {
  /** Writes the files of a tree into an empty folder. */
  exportTree(tree: string, folder: string): Promise<void>
  /**
   * Writes those that differ from an earlier tree. Returns the paths of that tree that must be removed before, byte for
   * byte (latin1).
   */
  exportChanges(
    trees: { readonly from: string; readonly to: string },
    folder: string,
  ): Promise<readonly string[]>
}

/**
 * The layers that isolated commands see as one folder:
 * - `tree`: the files of the commit or change. From one to the next, only files that differ are replaced: the others keep
 *   their times, so that `make` and compilers reuse what setup has built
 * - `setup`: files that the setup commands wrote; read only for all other commands
 * - `round`: files that the checks of one round, or one command of the agent, wrote; empty at its start
 */
export interface OverlayFolder {
  readonly store: string
  /**
   * Starts a phase on the files of a tree; `null`: on those that are there. Rejects soon after an abort, however deep the
   * folders are that it removes.
   */
  begin(phase: 'setup' | 'round', tree: string | null, signal: AbortSignal): Promise<void>
}

/** `parent`: a folder that only this user and root can enter. */
export async function openOverlayFolder(
  facts: IsolationFacts,
  parent: string,
  files: TreeFiles,
): Promise<OverlayFolder> {
  const store = join(await realpath(parent), 'checks')
  const [incoming, removed] = [join(store, 'incoming'), join(store, 'removed')]
  for (const name of ['blank', 'cell', 'tree']) await mkdir(join(store, name), { recursive: true })
  /** The tree that `tree` has; `undefined`: it may have a part of one. */
  let present: string | null | undefined = null

  /** Returns what is to be done with the exported files. */
  async function exportFiles(tree: string, from: string | null | undefined): Promise<'replace' | 'update'> {
    await mkdir(incoming)
    if (typeof from === 'string') {
      const paths = await files.exportChanges({ from, to: tree }, incoming)
      await writeFile(removed, Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'))
      return 'update'
    }
    await files.exportTree(tree, incoming)
    return 'replace'
  }

  return {
    store,
    async begin(phase, tree, signal) {
      const before = present
      const isKept = tree === null || tree === before
      // Before the export, which needs the space. As root, since the files of an earlier phase belong to the other user.
      if (!isKept) await runAsRoot(facts, ['rm', '-rf', '--', join(store, phase), incoming, removed], signal)
      present = undefined
      const how = isKept ? 'keep' : await exportFiles(tree, before)
      // In a namespace of its own, so that no program of the script outlives an abort.
      await runAsRoot(
        facts,
        [
          ...['unshare', '--pid', '--fork', '--kill-child', '--'],
          ...['sh', '-c', LAYERS_SCRIPT, 'sh', store, phase, String(facts.user), how, REMOVE_SCRIPT],
        ],
        signal,
      )
      present = how === 'keep' ? before : tree
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
    if (!isBeyondNode(error)) throw error
    await runAsRoot(facts, ['rm', '-rf', '--', folder])
  }
}

/** Whether root, with a program that changes its folder, may be able to remove it. Pure. */
export const isBeyondNode = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EACCES', 'EPERM', 'ENAMETOOLONG'].some((code) => code === error.code)

const start = promisify(execFile)

/**
 * Runs a system program as root. Rejects with its message if it fails or is missing, and if it is aborted: the program is
 * then killed by closing its standard input, see `LIFELINE_SCRIPT`.
 */
export async function runAsRoot(
  facts: Pick<IsolationFacts, 'asRoot' | 'toolPath'>,
  words: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const { file, args } = rootCommand(facts, ['sh', '-c', LIFELINE_SCRIPT, 'sh', ...words])
  const running = start(file, [...args], { cwd: '/', env: { PATH: '/usr/bin:/bin' } })
  const { stdin } = running.child
  // The process may end before its pipe is closed.
  stdin?.on('error', () => undefined)
  const stop = () => stdin?.end()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await running
  } catch (error) {
    signal?.throwIfAborted()
    throw new Error(`${words[0]} as root: ${messageOf(error, file)}`, { cause: error })
  } finally {
    signal?.removeEventListener('abort', stop)
    stdin?.destroy()
  }
}

function messageOf(error: unknown, file: string): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return `there is no ${file} on this runner`
  const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return (stderr || error.message).split('\n', 1)[0] ?? ''
}
