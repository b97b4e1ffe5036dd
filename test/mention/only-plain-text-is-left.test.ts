import { expect, test } from 'vitest'
import { maskQuoted } from '../../src/mention/mask-quoted.ts'

const TICKS = '```'

test.each([
  ['plain text stays', 'a b\n\nc', 'a b c'],
  ['a comment ends', 'a <!-- b --> c', 'a c'],
  ['a comment at the start ends', '<!-- b -->\n\nc', 'c'],
  ['a comment that ends before it starts has no end', '--> a <!-- b', '--> a'],
  ['an element ends at its own end', 'a <pre>b</code> c</pre > d', 'a d'],
  ['an element ends at its next end', 'a <pre>b</pre> c </pre> d', 'a c d'],
  ['each element is hidden', 'a <kbd>b</kbd> c <KBD>d</kbd> e', 'a c e'],
  ['an element without an end hides the rest', 'a\n\n<details>\n\nb\n\nc', 'a'],
  ['a tag at the very end', 'a <q', 'a'],
  ['a longer name is another element', 'a <question> b', 'a b'],
  ['a tag hides itself', 'a <b>c</b> d', 'a c d'],
  ['a tag with a quote hides its paragraph', 'a <b title="x">c\nd\n \t\ne', 'a e'],
  ['a generic type hides itself', 'Map<string> a', 'Map a'],
  ['a tag that another interrupts is none', 'a <b <c> d', 'a <b d'],
  ['a comparison is no tag', 'a < b and 1 <2', 'a < b and 1 <2'],
  ['a fence ends at an equal one', `${TICKS}\na\n${TICKS}\nb`, 'b'],
  ['a fence ends at a longer one', `${TICKS}\na\n${TICKS}\`\`\nb`, 'b'],
  ['a fence does not end at text after it', `${TICKS}\na\n${TICKS} b\nc`, ''],
  ['a fence does not end in a line that ends with it', `${TICKS}\na ${TICKS}\nb`, ''],
  ['a fence ends where it is indented', `${TICKS}\na\n  ${TICKS}  \nb`, 'b'],
  ['a fence of tildes needs three', '~~\na\n~~\nb', '~~ a ~~ b'],
  ['backticks within a line are no fence', `a ${TICKS} b\nc`, `a ${TICKS} b c`],
  ['a quote ends at an empty line', '> a\nb\n \nc', 'c'],
  ['a quote in the middle of a line is none', 'a > b\nc', 'a > b c'],
  ['a block of HTML ends at an empty line', '<p>\na\n\nb', 'b'],
  ['a declaration is HTML', '<!DOCTYPE x>\na\n\nb', 'b'],
  ['an end tag is HTML', '</p>\na\n\nb', 'b'],
  ['a smile is no HTML', '<3\na', '<3 a'],
  ['four spaces are code, three are not', '    a\n   b', 'b'],
  ['a tab is code, after up to three spaces', '\ta\n   \tb\nc', 'c'],
  ['code in a list', '-     a\n12.     b\n1)\tc\n+  d', '+ d'],
  ['a number in the middle of a line is no list', 'about 1.     a', 'about 1. a'],
  ['a quote in nested lists', '- 12.  > a\nb\n\nc', 'c'],
  ['a quote in a bullet with an asterisk', '  *   > a\n\nb', 'b'],
  ['a dash without a space is no list', '-> a', '-> a'],
  ['inline code ends at an equal run', 'a ``b ` c`` d', 'a d'],
  ['inline code has several places', 'a `b` c `d` e', 'a c e'],
  ['a run without an equal one is text', 'a `` b ` c', 'a `` b ` c'],
  ['a run without an equal one hides no later code', 'a ``` b `c` d', 'a ``` b d'],
  ['inline code does not leave its paragraph', 'a ` b\n \t\nc ` d', 'a ` b c ` d'],
  ['inline code goes over lines', 'a ` b\nc ` d', 'a d'],
  ['an escaped backtick opens nothing', 'a \\` b ` c', 'a \\` b ` c'],
  ['carriage returns are white space', '> a\r\nb\r\n\r\nc', 'c'],
])('%s', (_, text, visible) => {
  const masked = maskQuoted(text)
  expect(masked.split(/\s+/).filter(Boolean).join(' ')).toBe(visible)
  expect([masked.length, masked.split('\n').length]).toEqual([text.length, text.split('\n').length])
})
