import { expect, test } from 'vitest'
import { closeFences } from '../../src/sanitize/close-fences.ts'

/** `|` is where a fence was undone. */
test.each([
  ['```js\na', '```js\na\n```'],
  ['a\n\n~~~~\n~~~\n```', 'a\n\n~~~~\n~~~\n```\n~~~~'],
  ['```\na\n```\nb', '```\na\n```\nb'],
  ['```\na\n   ````  \nb', '```\na\n   ````  \nb'],
  // Indented by four it ends nothing.
  ['```\na\n    ```', '```\na\n    ```\n```'],
  // No fence: a backtick is in what would name the language.
  ['```a`b', '```a`b'],
  ['``` `` ```\n```\na', '``` `` ```\n```\na\n```'],
  [`${'`'.repeat(100)}\na`, `${'`'.repeat(90)}\na\n${'`'.repeat(90)}`],
  // A block inside the list would end with the list; any other would continue.
  ['- a\n\n  ```\n  b', '- a\n\n  `|``\n  b'],
  ['- a\n  ```\n  b\nc\n```\nd', '- a\n  `|``\n  b\nc\n```\nd\n```'],
  ['- a\n  ```js\n  b\n  ```\n\nc', '- a\n  ```js\n  b\n  ```\n\nc'],
  ['1. ```\n   b\n   ```\nc', '1. ```\n   b\n   ```\nc'],
  ['* ```\nb', '* `|``\nb'],
  [' ```\n a\n ```', ' ```\n a\n ```'],
  [' ```\n', ' `|``\n'],
  ['> ```\na', '> ```\na'],
  ['no fence', 'no fence'],
])('the code blocks of %j are closed', (text, closed) => {
  expect(closeFences(text, '|')).toBe(closed)
  expect(closeFences(closed.replaceAll('|', ''), '|').replaceAll('|', '')).toBe(closed.replaceAll('|', ''))
})

// Work that grew with the square of the length would take minutes.
test.each([' ```\n', '- ~~~\n', '```\n~~~\n', '  ```\na\n'])(
  '%j is closed quickly, even very many times',
  (line) => {
    closeFences(line.repeat(200_000), '|')
  },
)
