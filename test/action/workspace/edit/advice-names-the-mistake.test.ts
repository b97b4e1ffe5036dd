import { expect, test } from 'vitest'
import { describeNearest } from '../../../../src/action/workspace/edit/describe-nearest.ts'
import { diagnoseMiss } from '../../../../src/action/workspace/edit/diagnose-miss.ts'

/** text of the file, old, new, advice */
test.each([
  [
    'foo(1)\nbar',
    '12\tfoo(1)\n13\tbar',
    'x',
    'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  ],
  [
    'foo(1)\nbar',
    ' 12 | foo(1)\n 13 | bar',
    'x',
    'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  ],
  [
    'foo(1)\nbar',
    '1:foo(1)\nbar',
    'x',
    'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  ],
  ['ab(1)', '1\tab(1)', 'x', 'Leave out the line numbers and tabs that read shows.'],
  [
    'abc(1)',
    '1\tabc(1)',
    'x',
    'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
  ],
  ['cost: $5', 'cost: \\$5', 'x', 'It does without the backslash before $: leave it out of both texts.'],
  [
    'a\tb\tc"\'`\\',
    'a\\tb\\tc\\"\\\'\\`\\\\',
    'x',
    'It does once its backslashes are resolved: both texts seem to be escaped twice. Write each character as it stands in the file.',
  ],
  [
    'line one\nline two',
    'line one\\nline two',
    'x',
    'It does once its backslashes are resolved: both texts seem to be escaped twice. Write each character as it stands in the file.',
  ],
  [
    "a < b > c \"d\" 'e' 'f' & g",
    'a &lt; b &gt; c &quot;d&quot; &#39;e&#39; &apos;f&apos; &amp; g',
    'x',
    'It does once its entities are resolved: write < > & and quotes as they stand in the file, in both texts.',
  ],
  [
    'foo(1)\nbar',
    '```js\nfoo(1)\nbar\n```',
    'x',
    'It does without the fence around it: leave the fence out of both texts.',
  ],
  [
    'foo(1)\nbar',
    '~~~\nfoo(1)\nbar\n~~~\n\n',
    'x',
    'It does without the fence around it: leave the fence out of both texts.',
  ],
  ['foo(1)\nbar', '```\nfoo(1)\nbar', 'x', 'No line is like it: read the file again.'],
  ['foo(1)\nbar', 'foo(1)\nbar\n```', 'x', 'The nearest text is at lines 1 to 2, where the file ends.'],
  [
    'x\nfunction  sum( a, b ) {',
    'function sum(a, b) {',
    'x',
    'It does, from line 2 on, but with other spacing or other characters that look alike: "function  sum( a, b ) {". Copy it exactly, or quote a part without those.',
  ],
  ['a b c d', 'abcd', 'x', 'No line is like it: read the file again.'],
  ['ab  cd', 'ab cd', 'x', 'The nearest line is 1: "ab  cd". Copy the text exactly as read shows it.'],
  ['ab   cde', 'ab cde', 'x', 'The nearest line is 1: "ab   cde". Copy the text exactly as read shows it.'],
  [
    '  one\n    two\n\n three',
    'one\ntwo\nthree',
    'x',
    'The nearest text is at lines 1 to 3; it differs first in line 3: "", where `old` has "three".',
  ],
  [
    'label = "Loading…"',
    'label = "Loading..."',
    'x',
    'It does, from line 1 on, but with other spacing or other characters that look alike: "label = \\"Loading\\u2026\\"". Copy it exactly, or quote a part without those.',
  ],
  [
    'one two\nthree four',
    'onetwo three',
    'x',
    'It does, from line 1 on, but with other spacing or other characters that look alike: "one two". Copy it exactly, or quote a part without those.',
  ],
  [
    'zzz\nreturn sum * 1.19',
    'return total * 1.07',
    'return sum * 1.19',
    'The nearest line is 2: "return sum * 1.19". Copy the text exactly as read shows it. `new` is at line 2 already: if this change was made before, leave it.',
  ],
  [
    'zzz\nreturn sum * 1.1',
    'return total * 1.07',
    'return sum * 1',
    'The nearest line is 2: "return sum * 1.1". Copy the text exactly as read shows it.',
  ],
  [
    'zzz\nreturn sum * 1.',
    'return total * 1.07',
    'return sum * 1.',
    'The nearest line is 2: "return sum * 1.". Copy the text exactly as read shows it.',
  ],
  [
    'zzz\n   return sum * 1.   ',
    'return total * 1.07',
    '   return sum * 1.   ',
    'The nearest line is 2: "   return sum * 1.". Copy the text exactly as read shows it.',
  ],
  [
    'return sum * 1.19',
    'return sum * 1.19 !! other',
    'return sum * 1.19',
    'The nearest line is 1: "return sum * 1.19". Copy the text exactly as read shows it.',
  ],
])('a text that is not in %j: %j', (text, old, fresh, advice) => {
  expect(diagnoseMiss(text.split('\n'), { old, new: fresh })).toBe(advice)
})

test.each([
  [['foo', 'bar'], '1\tfood\n2\tbars', 'Leave out the line numbers and tabs that read shows.'],
  [['foo', 'bar'], '1\tfood\nbars', 'No line is like it: read the file again.'],
  [['foo', 'bar'], '\n1\tfood\n\n2\tbars\n', 'Leave out the line numbers and tabs that read shows.'],
  [['foo', 'bar'], ' \n\t', 'It is only white space: copy some text with it.'],
  [
    ['a', 'foo(1)', 'bar(2)', 'baz(3)'],
    'foo(1)\nbar(7)\nbaz(3)',
    'The nearest text is at lines 2 to 4; it differs first in line 3: "bar(2)", where `old` has "bar(7)".',
  ],
  [['one', 'foo(1)'], 'foo(1)\nbar', 'The nearest text is at lines 2 to 2, where the file ends.'],
  [
    ['  foo', '      bar'],
    'foo\nbar',
    'The nearest text is at lines 1 to 2; only its indentation differs, and by more than one rule. Copy it as read shows it.',
  ],
  [
    ['foo(1)', 'x', 'foo(1)', 'bar(2)', 'z'],
    'foo(1)\nbar(2)\nbaz',
    'The nearest text is at lines 3 to 5; it differs first in line 5: "z", where `old` has "baz".',
  ],
  [
    ['foo(1)', 'x', 'y', 'foo(1)'],
    'foo(1)\nbar(2)',
    'The nearest text is at lines 1 to 2; it differs first in line 2: "x", where `old` has "bar(2)".',
  ],
  [
    ['aa', 'bbb', 'cc'],
    'aa\nxx',
    'The nearest line is 1: "aa". Check the white space and the lines after it.',
  ],
  [
    ['aaa', 'bbb', 'cc'],
    'aaa\nxx',
    'The nearest text is at lines 1 to 2; it differs first in line 2: "bbb", where `old` has "xx".',
  ],
  [['tail', 'next'], 'head\ntail', 'No line is like it: read the file again.'],
  [
    ['hello world', 'hello word'],
    'hello wold',
    'The nearest line is 1: "hello world". Copy the text exactly as read shows it.',
  ],
  [
    ['  hello world  ', 'zzz'],
    'hello world\nqq',
    'The nearest text is at lines 1 to 2; it differs first in line 2: "zzz", where `old` has "qq".',
  ],
  [['completely different'], 'xyzzy', 'No line is like it: read the file again.'],
  [['abcd'], 'abxx', 'No line is like it: read the file again.'],
  [['abcd'], 'abcx', 'The nearest line is 1: "abcd". Copy the text exactly as read shows it.'],
  [['aab'], 'aaab', 'The nearest line is 1: "aab". Copy the text exactly as read shows it.'],
  [
    ['const a = 1', 'const b = 2'],
    'const b = 3',
    'The nearest line is 2: "const b = 2". Copy the text exactly as read shows it.',
  ],
  [['', ''], 'abc', 'No line is like it: read the file again.'],
])('the advice names the nearest text in %j: %j', (lines, old, advice) => {
  expect(describeNearest(lines, old)).toBe(advice)
})

test('a long line is shown in part, and no character is cut in two', () => {
  const [long, quoted] = ['x'.repeat(400), `${'y'.repeat(299)}😀z`]
  expect(describeNearest(['second line', `${long}  `], `second line\n${quoted}`)).toBe(
    `The nearest text is at lines 1 to 2; it differs first in line 2: "${'x'.repeat(300)}", where \`old\` has "${'y'.repeat(299)}\ufffd".`,
  )
})

test('characters that look alike are shown by their codes, in the first 300 of the line', () => {
  const advice = diagnoseMiss([`é\u00a0\u2003x${'y'.repeat(400)}`], {
    old: `é xy${'y'.repeat(390)}`,
    new: 'z',
  })
  expect(advice).toBe(
    `It does, from line 1 on, but with other spacing or other characters that look alike: "\\u00e9\\u00a0\\u2003x${'y'.repeat(296)}". Copy it exactly, or quote a part without those.`,
  )
})
