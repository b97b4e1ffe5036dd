import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const FILES = 8_500
const FOLDERS = 340
const LINES = 120
const WORDS = [
  'import',
  'const',
  'return',
  'async',
  'await',
  'function',
  'value',
  'request',
  'answer',
  'error',
]

/** Writes 8,500 files of about 5 KB that look like code, 40 MB in total. Their content is always the same. */
export async function createLargeRepository(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), 'node_modules/\n*.log\n')
  for (let at = 0; at < FILES; at++) {
    const place = join(folder, 'packages', `part-${at % FOLDERS}`, 'src')
    await mkdir(place, { recursive: true })
    await writeFile(join(place, `file-${at}${at % 5 === 0 ? '.test' : ''}.ts`), textOf(at))
  }
}

function textOf(seed: number): string {
  let state = seed + 1
  const next = (below: number): number => {
    // Marsaglia's xorshift, https://doi.org/10.18637/jss.v008.i14
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
  const word = () => `${WORDS[next(WORDS.length)]}${next(50) === 0 ? `${next(9_999)}` : ''}`
  const line = () => `  ${word()} ${word()}(${word()}, '${word()} ${word()}') // ${word()}`
  return `${Array.from({ length: LINES }, line).join('\n')}\n`
}
