import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { countOf } from '../count-of.ts'
import { applyChanges } from './apply-changes.ts'
import { type Attempt, done, refused } from './attempt.ts'
import { type Editing, findStale } from './editing.ts'
import { listFolder, STAYED } from './list-folder.ts'
import type { Place } from './locate.ts'

/** Deletes a file, a symbolic link (never what it leads to), or a folder with the files in it that are the repository's. */
export async function deleteEntry(editing: Editing, path: string): Promise<Attempt> {
  const located = await editing.locate(path, 'entry')
  if (!located.ok) return refused(located.problem)
  const { place } = located
  if (place.stats === null) return refused(`${place.path} does not exist: nothing to delete.`)
  if (place.stats.isDirectory()) return deleteFolder(editing, place)
  if (place.stats.isSymbolicLink()) return deleteLink(editing, place)
  if (!place.stats.isFile()) return refused(`${place.path} is not a regular file. Leave it.`)
  const stale = await findStale(editing, place)
  if (stale !== null) return refused(stale)
  await applyChanges(editing.root, [{ kind: 'delete', place }])
  editing.known.noteDeleted(place.absolute)
  return done(`Deleted ${place.path}.`)
}

async function deleteLink({ root }: Editing, place: Place): Promise<Attempt> {
  const target = await readlink(place.absolute)
  await applyChanges(root, [{ kind: 'delete', place }])
  return done(
    `Deleted the symbolic link ${place.path}, which led to ${JSON.stringify(target)}. What it led to is as it was.`,
  )
}

async function deleteFolder(editing: Editing, { path, absolute }: Place): Promise<Attempt> {
  const folder = await listFolder(editing, path)
  if (!folder.ok) return refused(folder.problem)
  const { places } = folder
  await applyChanges(
    editing.root,
    places.map((place) => ({ kind: 'delete', place })),
  )
  for (const place of places) editing.known.noteDeleted(place.absolute)
  const rest = existsSync(absolute) ? ` ${STAYED}` : ''
  return done(`Deleted ${path} with ${countOf(places.length, 'file')}.${rest}`)
}
