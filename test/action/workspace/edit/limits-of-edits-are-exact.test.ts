import { describe, expect, it, test } from 'vitest'
import { showChange } from '../../../../src/action/workspace/edit/change-notes.ts'
import { describeNearest } from '../../../../src/action/workspace/edit/describe-nearest.ts'
import { diagnoseMiss } from '../../../../src/action/workspace/edit/diagnose-miss.ts'
import { fuzzyMatch } from '../../../../src/action/workspace/edit/match/match-lines.ts'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'

const times = (count: number, line: string): string[] => Array.from({ length: count }, () => line)

describe('what is reported of several matches', () => {
  const refuse = (count: number) => {
    const replaced = replaceText('a\n'.repeat(count), { old: 'a', new: 'b', all: false })
    return replaced.ok ? '' : replaced.problem
  }

  it('20 lines by number, of 21 one more', () => {
    expect(refuse(20)).toMatch(/, 19, 20\. Add/)
    expect(refuse(21)).toMatch(/, 19, 20 and 1 more\. Add/)
  })

  it('1,000 matches, and more', () => {
    expect(refuse(1000)).toContain('occurs 1000 times')
    expect(refuse(1001)).toContain('occurs more than 1,000 times')
  })
})

describe('what is shown of a change', () => {
  const text = times(100, 'x').join('\n')

  it('12 lines of a place, and not the middle of 13', () => {
    expect(showChange(text, [{ from: 0, to: 10 }]).split('\n')).toHaveLength(12)
    expect(showChange(text, [{ from: 0, to: 10 }])).not.toContain('…')
    expect(showChange(text, [{ from: 0, to: 11 }])).toContain('…')
    const numbered = times(40, '').map((_, at) => `line ${at + 1}`)
    const shown = showChange(numbered.join('\n'), [{ from: 2, to: 30 }])
    expect(shown.replaceAll(/\tline \d+/g, '').split('\n')).toEqual([
      ...['1', '2', '3', '4', '5', '6', '…', '27', '28', '29', '30', '31', '32'],
    ])
  })

  it('three places, and a count of the others', () => {
    const places = times(4, '').map((_, at) => ({ from: at * 20, to: at * 20 + 1 }))
    expect(showChange(text, places.slice(0, 3))).not.toContain('more places')
    expect(showChange(text, places)).toContain('[1 more places]')
    expect(
      showChange('a\nb\nc\nd\ne\nf\ng', [
        { from: 0, to: 1 },
        { from: 6, to: 7 },
      ]),
    ).toBe('1\ta\n2\tb\n3\tc\n…\n5\te\n6\tf\n7\tg')
  })

  it('200 characters of a line', () => {
    expect(showChange('x'.repeat(200), [{ from: 0, to: 1 }])).toBe(`1\t${'x'.repeat(200)}`)
    expect(showChange('x'.repeat(201), [{ from: 0, to: 1 }])).toBe(`1\t${'x'.repeat(200)}…`)
  })
})

describe('similar text', () => {
  const letters = (number: number): string =>
    String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

  it('has at least two lines', () => {
    const line = 'x'.repeat(40)
    expect(fuzzyMatch([line], [line])).toBeNull()
    expect(fuzzyMatch([line, `${line}y`], [line, `${line}z`])).toBe(0)
  })

  it.each([
    [30, 0],
    [29, null],
  ])('has at least 30 characters: %s', (length, at) => {
    const equal = 'e'.repeat(length - 10)
    expect(fuzzyMatch([equal, 'abcdefghij'], [equal, 'abcdefghiX'])).toBe(at)
  })

  it.each([
    [400, 0],
    [401, null],
  ])('has at most 400 lines: %s', (count, at) => {
    const lines = times(count - 1, '').map((_, index) => `the line called ${letters(index)}`)
    expect(fuzzyMatch([...lines, 'the last line'], [...lines, 'the lost line'])).toBe(at)
  })

  it.each([
    [1000, 0],
    [1001, null],
  ])('has lines of at most 1,000 characters: %s', (length, at) => {
    const long = 'y'.repeat(length)
    expect(fuzzyMatch([long, 'the last line'], [long, 'the lost line'])).toBe(at)
  })

  it.each([
    [20, 0],
    [21, null],
  ])('is not found by a line that it repeats more than 20 times: %s', (count, at) => {
    const lines = times(count, 'the same line')
    expect(fuzzyMatch([...lines, 'the last line'], [...lines, 'the lost line'])).toBe(at)
  })
})

describe('advice for a text that is not there', () => {
  const QUOTED = 'the target line\nand another one'
  const file = (index: number, ...lines: string[]) => [...times(index, '#'), ...lines]

  test('looks for several lines in the first 50,000', () => {
    const advise = (index: number) => describeNearest(file(index, 'the target line', 'no'), QUOTED)
    expect(advise(49_999)).toContain('The nearest text is at lines 50000 to 50001')
    expect(advise(50_000)).not.toContain('The nearest text')
  })

  test('looks for a single line in the first 20,000', () => {
    const advise = (index: number) => describeNearest(file(index, 'the target lime'), 'the target line')
    expect(advise(19_999)).toContain('The nearest line is 20000')
    expect(advise(20_000)).toContain('No line is like it')
  })

  test('does not look for a line that the text repeats more than 20 times', () => {
    const advise = (count: number) =>
      describeNearest(['the same line', 'no'], [...times(count, 'the same line'), 'other'].join('\n'))
    expect(advise(20)).toContain('The nearest text is at lines 1 to 2')
    expect(advise(21)).not.toContain('The nearest text')
  })

  test('corrects a text of at least six characters', () => {
    const advise = (text: string) => diagnoseMiss([text, 'x'], { old: `1\t${text}`, new: 'y' })
    expect(advise('abcdef')).toContain('It does without the line numbers')
    expect(advise('abcde')).not.toContain('It does without the line numbers')
  })

  test('finds a new text of at least 16 characters', () => {
    const advise = (text: string) => diagnoseMiss(['x', text], { old: 'something else', new: text })
    expect(advise('0123456789abcdef')).toContain('`new` is at line 2 already')
    expect(advise('0123456789abcde')).not.toContain('`new` is at line')
  })
})
