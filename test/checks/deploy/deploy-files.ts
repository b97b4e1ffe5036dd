import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const read = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8')

/** The files below a folder of this repository, with their paths in it. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(ROOT.length)}/${entry.name}`)
    .sort()
