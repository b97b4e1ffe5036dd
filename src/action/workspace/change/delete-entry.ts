import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { countOf } from '../../text/format.ts'
import { type EditContext, findStale } from '../files/edit-context.ts'
import { listFolder, STAYED } from '../files/list-folder.ts'
import type { Place } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { applyTransaction } from './transaction.ts'

/** Deletes a file, a symbolic link (never what it leads to), or a folder with the files in it that are the repository's. */
export async function deleteEntry(editing: EditContext, path: string): Promise<ToolResult> {
  const located = await editing.locate(path, 'entry')
  if (!located.ok) return refused(located.problem)
  const { place } = located
  if (place.stats === null) return refused(`${place.path} does not exist: nothing to delete.`)
  if (place.stats.isDirectory()) return deleteFolder(editing, place)
  if (place.stats.isSymbolicLink()) return deleteLink(editing, place)
  if (!place.stats.isFile()) return refused(`${place.path} is not a regular file. Leave it.`)
  const stale = await findStale(editing, place)
  if (stale !== null) return refused(stale)
  await applyTransaction(editing.root, [{ kind: 'delete', place }])
  editing.known.noteDeleted(place.absolute)
  return done(`Deleted ${place.path}.`)
}

async function deleteLink({ root }: EditContext, place: Place): Promise<ToolResult> {
  const target = await readlink(place.absolute)
  await applyTransaction(root, [{ kind: 'delete', place }])
  return done(
    `Deleted the symbolic link ${place.path}, which led to ${JSON.stringify(target)}. What it led to is as it was.`,
  )
}

async function deleteFolder(editing: EditContext, { path, absolute }: Place): Promise<ToolResult> {
  const folder = await listFolder(editing, path)
  if (!folder.ok) return refused(folder.problem)
  const { places } = folder
  await applyTransaction(
    editing.root,
    places.map((place) => ({ kind: 'delete', place })),
  )
  for (const place of places) editing.known.noteDeleted(place.absolute)
  const rest = existsSync(absolute) ? ` ${STAYED}` : ''
  return done(`Deleted ${path} with ${countOf(places.length, 'file')}.${rest}`)
}
