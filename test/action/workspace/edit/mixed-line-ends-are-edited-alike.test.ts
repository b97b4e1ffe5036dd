import { expect, test } from 'vitest'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { allTexts } from '../../../support/all-texts.ts'

/** A file with mixed line ends is edited line by line; one with a single kind of them as a whole. */
const MIXED = 'q\r\nw\n'

test('the line ends of other lines do not change how a text is replaced', () => {
  const wrong: unknown[] = []
  for (const text of [...allTexts('ab\n', 4), 'ba\na\n', 'a\nab\n', 'a\na\nb', 'ba\na\na\na\n'])
    for (const old of allTexts('a\n', 3).slice(1))
      for (const put of ['', 'x', 'x\n', '\n', 'a\nx', '\nx\n'])
        for (const all of [true, false])
          for (const exactOnly of [true, false]) {
            // Without a line end in either text, both files are edited as a whole; a line end first is in MIXED, too.
            if (!text.includes(old) || old === put || !(old + put).includes('\n') || old.startsWith('\n'))
              continue
            const whole = replaceText(text, { old, new: put, all }, { exactOnly })
            const byLine = replaceText(MIXED + text, { old, new: put, all }, { exactOnly })
            const isAlike =
              whole.ok && byLine.ok
                ? byLine.text === MIXED + whole.text &&
                  String(byLine.lines) === String(whole.lines.map((line) => line + 2)) &&
                  byLine.lastLine === whole.lastLine &&
                  byLine.removesLines === whole.removesLines
                : whole.ok === byLine.ok
            if (!isAlike) wrong.push([text, old, put, all, exactOnly, whole, byLine])
          }
  expect(wrong.slice(0, 5)).toEqual([])
})
