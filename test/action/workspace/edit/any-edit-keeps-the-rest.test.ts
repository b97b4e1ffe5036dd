import fc from 'fast-check'
import { expect, it } from 'vitest'
import { alignLines } from '../../../../src/action/text/align-lines.ts'
import { spliceLines } from '../../../../src/action/workspace/edit/change-lines.ts'
import { indexOfAll } from '../../../../src/action/workspace/edit/match/find-ranges.ts'
import { splitLines } from '../../../../src/action/workspace/edit/match/lines.ts'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { applyHunks } from '../../../../src/action/workspace/patch/apply-hunks.ts'
import { parseV4a } from '../../../../src/action/workspace/patch/parse-v4a.ts'
import { assertProperty } from '../../../support/random.ts'

const word = fc.constantFrom(
  'a',
  'b',
  'it’s',
  '“q”',
  'x – y',
  '',
  '  ',
  '\t',
  '}',
  'return 1',
  '- item',
  '+ plus',
  '@@',
  '*** End',
  '$&',
  '日本',
  '😀',
)
const line = fc
  .tuple(fc.constantFrom('', '  ', '    ', '\t'), word, fc.constantFrom('', '', '', ' ', '\t '))
  .map((parts) => parts.join(''))
const end = fc.constantFrom('\n', '\n', '\n', '\r\n')
const text = fc
  .tuple(
    fc.array(
      fc.tuple(line, end).map((parts) => parts.join('')),
      { maxLength: 12 },
    ),
    fc.oneof(line, fc.constant('')),
  )
  .map(([lines, last]) => lines.join('') + last)
const anyText = fc
  .oneof(text, fc.string(), fc.string({ unit: 'binary' }))
  .filter((one) => one.isWellFormed() && !one.includes('\0'))

/** What a text is but for what each level ignores. */
const bare = (one: string) =>
  one.replace(/[‘’]/g, "'").replace(/[“”]/g, '"').replace(/–/g, '-').replace(/\s+/g, '')

it('a text is its lines', () => {
  assertProperty(
    fc.property(anyText, (one) => {
      const file = splitLines(one)
      expect(file.lines.map((text, index) => text + file.ends[index]).join('')).toBe(one)
      expect(spliceLines(file, []).text).toBe(one)
    }),
  )
})

it('lines that both texts have are kept, and the rest gives the new text', () => {
  assertProperty(
    fc.property(fc.array(word), fc.array(word), (old, fresh) => {
      const aligned = alignLines(old, fresh)
      expect(aligned.map((one) => ('kept' in one ? old[one.kept] : one.text))).toEqual(fresh)
      const kept = aligned.flatMap((one) => ('kept' in one ? [one.kept] : []))
      expect(kept).toEqual([...new Set(kept)].toSorted((a, b) => a - b))
      for (const one of aligned) if (!('kept' in one)) expect(one.near).toBeLessThan(Math.max(1, old.length))
    }),
  )
})

it('every byte before and behind the match stays, whatever level finds it', () => {
  const tolerated = { exact: 0, other: 0 }
  assertProperty(
    fc.property(text, text, text, text, fc.boolean(), (head, old, fresh, tail, isSloppy) => {
      const written = isSloppy
        ? old
            .replace(/[ \t]+$/gm, '')
            .replace(/’/g, "'")
            .replaceAll('\r\n', '\n')
        : old
      fc.pre(written.trim() !== '' && written !== fresh)
      const whole = `${head}\n<<\n${old}\n>>\n${tail}`
      const replaced = replaceText(whole, { old: `<<\n${written}\n>>`, new: `<<\n${fresh}\n>>`, all: false })
      if (!replaced.ok) return
      tolerated[replaced.level === 'exact' ? 'exact' : 'other'] += 1
      expect(replaced.text.startsWith(`${head}\n<<`)).toBe(true)
      expect(replaced.text.endsWith(`>>\n${tail}`)).toBe(true)
      const middle = replaced.text.slice(head.length + 1, replaced.text.length - tail.length - 1)
      expect(bare(middle)).toBe(bare(`<<\n${fresh}\n>>`))
    }),
    { numRuns: 2000 },
  )
  expect(tolerated.exact).toBeGreaterThan(100)
  expect(tolerated.other).toBeGreaterThan(100)
})

const few = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength })

/** Whole lines are removed with their line ends. */
function removeAll(whole: string, old: string): string {
  const isLine = (at: number) => (at === 0 || whole[at - 1] === '\n') && whole[at + old.length] === '\n'
  if (/^\n|^\s*$/.test(old)) return whole.replaceAll(old, '')
  return whole.replaceAll(old, (_, at: number) => (isLine(at) ? '\0' : '')).replaceAll('\0\n', '')
}

it('every match is replaced, from the first one on, and nothing else', () => {
  assertProperty(
    fc.property(few(30), few(3), few(3), fc.boolean(), (whole, old, fresh, isWindows) => {
      fc.pre(old !== '' && old !== fresh && whole.includes(old) && !old.endsWith('\n'))
      const toFile = (one: string) => (isWindows ? one.replaceAll('\n', '\r\n') : one)
      const after = toFile(fresh === '' ? removeAll(whole, old) : whole.replaceAll(old, () => fresh))
      const replaced = replaceText(toFile(whole), { old, new: fresh, all: true })
      if (after === toFile(whole)) expect(replaced).toMatchObject({ ok: false })
      // Without any line end, the file does not say which it would have.
      else if (whole.includes('\n') || !isWindows)
        expect(replaced).toMatchObject({ level: 'exact', text: after })
    }),
    { numRuns: 1000 },
  )
})

it('long and short texts are found in the same places', () => {
  assertProperty(
    fc.property(
      few(12),
      few(3),
      fc.integer({ min: 100, max: 300 }),
      fc.boolean(),
      (head, unit, count, isWhole) => {
        fc.pre(unit !== '')
        const wanted = unit.repeat(count) + (isWhole ? '' : head)
        const whole = `${head}${unit.repeat(count + 5)}${head}${wanted}`
        const advance = isWhole ? 1 : wanted.length
        const expected: number[] = []
        for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, at + advance))
          expected.push(at)
        expect(indexOfAll(whole, wanted, { advance, max: 1000 })).toEqual(expected)
      },
    ),
    { numRuns: 300 },
  )
})

it('the reverse edit restores the text', () => {
  assertProperty(
    fc.property(text, text, text, (head, old, tail) => {
      const whole = `${head}«${old}»${tail}`
      const there = replaceText(whole, { old: `«${old}»`, new: '«new»', all: false })
      if (!there.ok) return
      const ends = new Set(splitLines(whole).ends.slice(0, -1))
      // Where line ends are mixed, the model cannot say which of them the lines had.
      fc.pre(ends.size <= 1)
      const back = replaceText(there.text, { old: '«new»', new: `«${old}»`, all: false })
      expect(back).toMatchObject({ ok: true, text: whole })
    }),
  )
})

/** A patch as a careful model would write it, with so much context around each change. */
function writePatch(before: string, after: string, context: number): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const script: string[] = []
  let next = 0
  for (const one of alignLines(old, fresh)) {
    if ('kept' in one) {
      while (next < one.kept) script.push(`-${old[next++]}`)
      script.push(` ${old[next++]}`)
    } else script.push(`+${one.text}`)
  }
  while (next < old.length) script.push(`-${old[next++]}`)
  const isNear = (at: number) =>
    script.slice(Math.max(0, at - context), at + context + 1).some((one) => !one.startsWith(' '))
  const body = script.flatMap((one, at) =>
    isNear(at) ? [...(at > 0 && !isNear(at - 1) ? ['@@'] : []), one] : [],
  )
  return ['*** Begin Patch', '*** Update File: a', '@@', ...body, '*** End Patch'].join('\n')
}

const linesOf = (one: string): readonly string[] => {
  const { lines } = splitLines(one)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const plain = fc.array(
  fc.constantFrom(
    'a',
    'b',
    'c',
    '',
    '  d',
    '}',
    '- e',
    '+ f',
    ' g',
    '@@ h',
    '*** End of File',
    '*** Update File: x',
  ),
  { maxLength: 14 },
)

it.each([100, 3, 1])(
  'a patch between two texts gives the second one or is refused (%i lines of context)',
  (context) => {
    let given = 0
    assertProperty(
      fc.property(plain, plain, fc.boolean(), end, (one, other, endsLine, lineEnd) => {
        const toText = (lines: readonly string[]) =>
          lines.join(lineEnd) + (endsLine && lines.length > 0 ? lineEnd : '')
        const [before, after] = [toText(one), toText(other)]
        // The last line end is not for a patch to give or take.
        fc.pre(
          before !== after && linesOf(before).length === one.length && linesOf(after).length === other.length,
        )
        // A file without any line end does not say which it would have.
        fc.pre(other.length > 0 && (one.length > 1 || (one.length > 0 && endsLine)))
        const parsed = parseV4a(writePatch(before, after, context))
        const [section] = parsed.ok ? parsed.sections : []
        if (section?.kind !== 'update') throw new Error(parsed.ok ? 'no update' : parsed.problem)
        const applied = applyHunks(before, section.hunks)
        if (!applied.ok) {
          expect(applied.problem).toMatch(/occur \d+ times|changes nothing/)
          return
        }
        given += 1
        expect(applied).toMatchObject({ text: after, levels: section.hunks.map(() => 'exact') })
      }),
      { numRuns: 1000 },
    )
    expect(given).toBeGreaterThan(300)
  },
)
