import assert from 'node:assert/strict'
import type { Files, Work } from './task.ts'

/** The paths that are not the same to the byte, in their order. Pure. */
export function changedIn({ before, after }: Pick<Work, 'before' | 'after'>): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter((path) => !isSame(before[path], after[path])).toSorted()
}

const isSame = (one: Files[string] | undefined, other: Files[string] | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.from(one).equals(Buffer.from(other))

/** All of these files are different now, and no other. */
export function changesJust(work: Work, ...paths: readonly string[]): void {
  changesOnly(work, (path) => paths.includes(path))
  const changed = changedIn(work)
  const missing = paths.filter((path) => !changed.includes(path))
  assert.ok(missing.length === 0, `should have changed: ${missing.join(', ')}`)
}

/** Some of these files may be different now, and no other. */
export function changesOnly(work: Work, allowed: (path: string) => boolean): void {
  const others = changedIn(work).filter((path) => !allowed(path))
  assert.ok(others.length === 0, `should have stayed as it was: ${others.join(', ')}`)
}

export function textOf(files: Files, path: string): string {
  const text = files[path]
  if (text === undefined) throw new Error(`${path} is missing`)
  if (typeof text !== 'string') throw new Error(`${path} is not UTF-8`)
  return text
}

/** The file has exactly these bytes. */
export function sameBytes(work: Work, path: string, expected: Buffer): void {
  const found = Buffer.from(work.after[path] ?? '')
  const at = found.findIndex((byte, index) => byte !== expected[index])
  assert.ok(
    found.equals(expected),
    `${path} differs from byte ${at === -1 ? Math.min(found.length, expected.length) : at}`,
  )
}

export function sameText(work: Work, path: string, expected: string): void {
  const [found, wanted] = [textOf(work.after, path), expected].map((text) => text.split('\n'))
  const at = found?.findIndex((line, index) => line !== wanted?.[index]) ?? -1
  const line = at === -1 ? (found?.length ?? 0) : at
  const quote = (text: string | undefined) =>
    text === undefined ? 'the end of the file' : JSON.stringify(text)
  assert.ok(
    textOf(work.after, path) === expected,
    `${path}, line ${line + 1}: ${quote(found?.[line])} in the place of ${quote(wanted?.[line])}`,
  )
}

/** Every line of `lines` is still in the file, in their order; others may stand between them. */
export function keepsLines(work: Work, path: string, lines: readonly string[]): void {
  const found = textOf(work.after, path).split('\n')
  let from = 0
  for (const line of lines) {
    const at = found.indexOf(line, from)
    assert.ok(at !== -1, `${path}: a line was lost or changed: ${line}`)
    from = at + 1
  }
}

/** What holds for the result of every task. */
export function judgeWork(work: Work): void {
  if (work.status === 'failed') assert.fail(work.failure ?? 'the job failed')
  const changed = changedIn(work)
  if (changed.length === 0) {
    assert.deepEqual(work.pulls, [], 'a pull request that changes nothing')
    return
  }
  assert.equal(work.pulls.length, 1, `${work.pulls.length} pull requests`)
  const [pull] = work.pulls
  assert.ok(pull && pull.state === 'open' && !pull.draft, 'the pull request is closed or a draft')
  assert.ok(pull.title.trim() !== '' && pull.body.trim() !== '', 'the pull request has no title or no text')
  for (const path of changed) {
    assert.doesNotMatch(
      String(work.after[path] ?? ''),
      /^(<{7}|>{7})( |$)/m,
      `${path} holds a conflict marker`,
    )
  }
}
