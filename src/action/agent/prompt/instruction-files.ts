import type { Instruction } from '../../../contract/runner-protocol.ts'
import { truncate } from '../../text/truncate.ts'
import { normalizePath } from '../../workspace/files/normalize-path.ts'

/** Characters of instruction files in one run. The files of the root leave the other half to the nearer ones. */
const BUDGET = 48_000
/** A piece shorter than this helps nobody. */
const LEAST = 500

/** Hands out the instruction files of the folders that the work reaches, each once. */
export interface InstructionFiles {
  /** What holds for the paths and has not been handed out yet, nearest first. */
  reach(paths: readonly string[]): Promise<readonly Instruction[]>
}

export function openInstructionFiles(
  root: readonly Instruction[],
  /** The instruction files of a folder, root apart. */
  findIn: (folder: string) => Promise<readonly Instruction[]>,
  /** Of what a model with an ample window is given. */
  share = 1,
): InstructionFiles {
  const reached = new Set<string>()
  let room = BUDGET * share - lengthOf(fitRoot(root, share))
  return {
    async reach(paths) {
      const folders = paths.flatMap(foldersOf).filter((folder) => !reached.has(folder))
      const found: Instruction[] = []
      for (const folder of new Set(folders)) {
        reached.add(folder)
        found.push(...(await findIn(folder)))
      }
      const shown = within(found, room)
      room -= lengthOf(shown)
      return shown
    },
  }
}

/** What of the files of the root has room. Pure. */
export const fitRoot = (root: readonly Instruction[], share: number): readonly Instruction[] =>
  within(root, (BUDGET * share) / 2)

/** The path itself, which may be a folder, and those above it, without the root. */
function foldersOf(path: string): string[] {
  const normalized = normalizePath(path)
  if (!normalized.ok || normalized.path === '') return []
  const parts = normalized.path.split('/')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'))
}

/** The first files whole, the one that does not fit with head and tail, and none after it. */
function within(files: readonly Instruction[], room: number): readonly Instruction[] {
  const shown: Instruction[] = []
  let left = room
  for (const { path, text } of files) {
    if (left < LEAST) break
    const piece = truncate(text, left)
    shown.push({ path, text: piece })
    left -= piece.length
  }
  return shown
}

const lengthOf = (files: readonly Instruction[]): number =>
  files.reduce((sum, { text }) => sum + text.length, 0)
