import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  'src',
  'sandbox',
])
  .toString()
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
const folders = new Set(files.flatMap((path) => ancestors(dirname(path))))
const page = readFileSync('ARCHITECTURE.md', 'utf8')

function ancestors(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...ancestors(dirname(folder))]
}

const inQuotes = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

test('every file and folder that ARCHITECTURE.md names exists', () => {
  const names = new Set(files.map((path) => basename(path)))
  const missing = inQuotes.filter((text) => {
    if (/^[a-z0-9-]+\.ts$/.test(text)) return !names.has(text)
    if (/^(src|sandbox)\/[\w./-]+\.ts$/.test(text)) return !files.includes(text)
    if (/^(src|sandbox)(\/[\w-]+)*\/?$/.test(text)) return !folders.has(text.replace(/\/$/, ''))
    return false
  })
  expect(missing).toEqual([])
})

test('a room holds at most twenty files, and src/action at most six loose ones', () => {
  const sizes = new Map<string, number>()
  for (const path of files) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1)
  expect([...sizes].filter(([, size]) => size > 20)).toEqual([])
  expect(sizes.get('src/action')).toBeLessThanOrEqual(6)
})

/** Names that the glossary replaced by the field's word. */
const RETIRED = new Set(
  `in-turn take-turn turnstile take-slot admit-turn asked-anew look-again judge-refusal judge-failure judge-dispatch
  judge-probe judge-path judge-end judge-protocol judge-workflow judge-workflow-run tell-kept-work find-kept-work keep-work
  take-up-kept-work read-back confirm-delivery close-run seen put-off take-once tell-writes known-values refuse-foreign-log
  responses-under-way ask choose-way engagement alone engage-alone engage-by-app discretion withhold-quotes disarm-words
  live-marks let-agent-work answer-silence land-work open-books open-frames watch-headway ask-fitting input-meant name-meant
  attempt wanted place-text place-pieces find-runs find-pieces open-survey weather hub job-record job-state
  where-the-user-stands`.split(/\s+/),
)

test('no file has a name that the glossary replaced', () => {
  expect(files.filter((path) => RETIRED.has(basename(path, '.ts')))).toEqual([])
})
