import type { Instruction } from '../../../contract/runner-protocol/assignment.ts'
import { truncate } from '../../text/format.ts'
import { normalizePath } from '../../workspace/files/normalize-path.ts'

/** Characters of instruction files in one run. Files of the root get at most half, so that nearer ones have room. */
const BUDGET = 48_000
/** A shorter part of a file is of no use. */
const MIN_LENGTH = 500

/** Returns the instruction files of the folders that the work reaches, each once. */
export interface InstructionFiles {
  /** The files that apply to the paths and were not returned before, nearest first. */
  reach(paths: readonly string[]): Promise<readonly Instruction[]>
}

export function openInstructionFiles(
  root: readonly Instruction[],
  /** The instruction files of a folder other than the root. */
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
      const shown = withinRoom(found, room)
      room -= lengthOf(shown)
      return shown
    },
  }
}

/** As many of the root's files as have room. Pure. */
export const fitRoot = (root: readonly Instruction[], share: number): readonly Instruction[] =>
  withinRoom(root, (BUDGET * share) / 2)

/** The path itself, which may be a folder, and those above it, without the root. */
function foldersOf(path: string): string[] {
  const normalized = normalizePath(path)
  if (!normalized.ok || normalized.path === '') return []
  const parts = normalized.path.split('/')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'))
}

/** The first files are complete, the one that does not fit keeps head and tail, and none follows it. */
function withinRoom(files: readonly Instruction[], room: number): readonly Instruction[] {
  const shown: Instruction[] = []
  let left = room
  for (const { path, text } of files) {
    if (left < MIN_LENGTH) break
    const shortened = truncate(text, left)
    shown.push({ path, text: shortened })
    left -= shortened.length
  }
  return shown
}

const lengthOf = (files: readonly Instruction[]): number =>
  files.reduce((sum, { text }) => sum + text.length, 0)
