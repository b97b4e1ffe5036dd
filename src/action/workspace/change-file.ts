import { constants } from 'node:fs'
import { mkdir, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Attempt, done, refused } from './attempt.ts'
import { encodeText } from './decode-text.ts'
import { loadText, SIZE_LIMIT } from './load-text.ts'
import type { Place } from './locate.ts'
import { nameLines, type Replacement, replaceText } from './replace-text.ts'

/** Replaces text in a file; its mode, byte order mark, line ends and all other bytes stay. */
export async function editFile(place: Place, replacement: Replacement): Promise<Attempt> {
  const loaded = await loadText(place)
  if (!loaded.ok) return refused(loaded.problem)
  const replaced = replaceText(loaded.text.text, replacement)
  if (!replaced.ok) return refused(`${place.path}: ${replaced.problem}`)
  const problem = await store(place, encodeText({ text: replaced.text, bom: loaded.text.bom }))
  if (problem !== null) return refused(problem)
  const count = replaced.lines.length
  return done(
    count === 1
      ? `Replaced in ${place.path} at line ${replaced.lines[0]}.`
      : `Replaced ${count} matches in ${place.path}, at lines ${nameLines(replaced.lines)}.`,
  )
}

/** Writes a whole file, with the folders it needs; an existing file keeps its mode and nothing else. */
export async function writeFile(place: Place, text: string): Promise<Attempt> {
  if (place.stats?.isDirectory()) return refused(`${place.path} is a folder. Name a file.`)
  const bytes = encodeText({ text, bom: false })
  const problem = await store(place, bytes)
  if (problem !== null) return refused(problem)
  const verb = place.stats === null ? 'Created' : 'Replaced all of'
  return done(`${verb} ${place.path} (${bytes.length} bytes).`)
}

export async function deleteFile(place: Place): Promise<Attempt> {
  if (place.stats === null) return refused(`${place.path} does not exist: nothing to delete.`)
  if (place.stats.isDirectory()) return refused(`${place.path} is a folder. Delete its files one by one.`)
  await unlink(place.absolute)
  return done(`Deleted ${place.path}.`)
}

async function store(place: Place, bytes: Buffer): Promise<string | null> {
  if (place.stats !== null && !place.stats.isFile()) return `${place.path} is not a regular file.`
  if (bytes.length > SIZE_LIMIT) {
    return `${place.path} would have ${bytes.length} bytes; the most is ${SIZE_LIMIT}. Split it.`
  }
  await mkdir(dirname(place.absolute), { recursive: true })
  const { O_WRONLY, O_CREAT, O_EXCL, O_TRUNC, O_NOFOLLOW } = constants
  const flags = place.stats === null ? O_CREAT | O_EXCL : O_TRUNC
  const file = await open(place.absolute, O_WRONLY | O_NOFOLLOW | flags, 0o666)
  try {
    await file.writeFile(bytes)
  } finally {
    await file.close()
  }
  return null
}
