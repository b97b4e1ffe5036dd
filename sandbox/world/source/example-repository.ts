import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from './find-source.ts'
import { snapshotFolder } from './snapshot-folder.ts'

const FILES = {
  'README.md': '# Example\n\nA repository to try Prentice on.\n',
  'docs/README.md': '# Documentation\n\nHello, world\n',
} as const

/** Creates a small repository in `directory`, for those who have no checkout of this project. */
export async function exampleRepository(directory: string): Promise<Source> {
  const folder = join(directory, 'example')
  await mkdir(join(folder, 'docs'), { recursive: true })
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(folder, path), text)
  return { ...(await snapshotFolder(folder, directory)), uncommitted: 'none' }
}
