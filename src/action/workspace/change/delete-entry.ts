import { existsSync } from 'node:fs'
import { readlink } from 'node:fs/promises'
import { countOf } from '../../text/format.ts'
import { type EditContext, findStale } from '../files/edit-context.ts'
import type { ResolvedPath } from '../files/resolve-path.ts'
import { done, refused, type ToolResult } from '../files/tool-result.ts'
import { listFolder, STAYED } from './list-folder.ts'
import { applyTransaction } from './transaction.ts'

/** Deletes a file, a symbolic link (never its target), or the repository's files in a folder. */
export async function deleteEntry(editing: EditContext, path: string): Promise<ToolResult> {
  const lookup = await editing.locate(path, 'entry')
  if (!lookup.ok) return refused(lookup.problem)
  const { file } = lookup
  if (file.stats === null) return refused(`${file.path} does not exist: nothing to delete.`)
  if (file.stats.isDirectory()) return deleteFolder(editing, file)
  if (file.stats.isSymbolicLink()) return deleteLink(editing, file)
  if (!file.stats.isFile()) return refused(`${file.path} is not a regular file. Leave it.`)
  const stale = await findStale(editing, file)
  if (stale !== null) return refused(stale)
  await applyTransaction(editing, [{ kind: 'delete', file }])
  editing.readFiles.forget(file.absolute)
  return done(`Deleted ${file.path}.`)
}

async function deleteLink(editing: EditContext, file: ResolvedPath): Promise<ToolResult> {
  const target = await readlink(file.absolute)
  await applyTransaction(editing, [{ kind: 'delete', file }])
  return done(
    `Deleted the symbolic link ${file.path}, which led to ${JSON.stringify(target)}. Its target is unchanged.`,
  )
}

async function deleteFolder(editing: EditContext, { path, absolute }: ResolvedPath): Promise<ToolResult> {
  const folder = await listFolder(editing, path)
  if (!folder.ok) return refused(folder.problem)
  const { files } = folder
  await applyTransaction(
    editing,
    files.map((file) => ({ kind: 'delete', file })),
  )
  for (const file of files) editing.readFiles.forget(file.absolute)
  const rest = existsSync(absolute) ? ` ${STAYED}` : ''
  return done(`Deleted ${path} with ${countOf(files.length, 'file')}.${rest}`)
}
