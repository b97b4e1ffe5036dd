import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An image of `test/tasks/images`, each a screenshot of a page in Chromium. */
export const readImage = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../images', name))
