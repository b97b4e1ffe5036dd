import { describe, expect, test } from 'vitest'
import { describeElision, findElision, isPlaceholder } from '../../../../src/action/workspace/edit/elision.ts'

const recognized = (lines: readonly string[]) => lines.filter((line) => isPlaceholder(line))

/** Each opening of a comment, with what may close it. */
const COMMENTS = [
  ...[
    ['//', ''],
    ['///', ''],
    ['#', ''],
    ['##', ''],
    ['--', ''],
    [';', ''],
    [';;', ''],
    ['%', ''],
    ['%%', ''],
  ],
  ...[
    ['/*', '*/'],
    ['/**', '**/'],
    ['*', ''],
    ['<!--', '-->'],
    ['{/*', '*/}'],
    ['"""', '"""'],
    ["'''", "'''"],
  ],
  ['(*', '*)'],
] as const

test('a comment of any language, with white space around its words or without', () => {
  const lines = COMMENTS.flatMap(([open, close]) => [
    `${open} existing code here ${close}`.trim(),
    `${open}  existing code here  ${close}`.trim(),
    ...(close === '' ? [] : [`${open}existing code here${close}`]),
  ])
  expect(recognized(lines)).toEqual(lines)
})

test.each([
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['{', '}'],
])('words in %s%s', (open, close) => {
  const lines = ['existing code here', ' existing code here ', '... rest ...'].map(
    (words) => open + words + close,
  )
  expect(recognized(lines)).toEqual(lines)
})

const THINGS =
  'code codes file files content contents line lines implementation implementations method methods function functions class classes import imports component components module modules script scripts template templates text document page section sections logic test tests body props fields items entries cases config configuration setup options properties rules stuff part parts paragraph paragraphs row rows steps'
const STAYS = [
  ...[
    'unchanged',
    'omitted',
    'unmodified',
    'untouched',
    'the same',
    'as before',
    'as is',
    'as it is',
    'as it was',
  ],
  ...['as above', 'is unchanged', 'are unchanged', 'is left unchanged', 'are kept as is', 'left unchanged'],
  ...[
    'kept the same',
    'remains',
    'remain',
    'stays',
    'stay',
    'goes',
    'continues',
    'continue',
    'remains unchanged',
  ],
  ...[
    'stays the same',
    'remains as before',
    'remains as is',
    'stays here',
    'continues here',
    'goes here',
    'here',
  ],
  ...['stays the same here', 'omitted for brevity', 'omitted for clarity'],
]

test('every thing, and everything that may be said of it', () => {
  const lines = [
    ...THINGS.split(' ').map((thing) => `// existing ${thing} here`),
    ...STAYS.map((stays) => `// rest of the code ${stays}`),
    ...STAYS.map((stays) => `// ... code ${stays} ...`.replace('code ', 'rest ')),
  ]
  expect(recognized(lines)).toEqual(lines)
})

const CLEAR = [
  ...['the rest of the file is unchanged', 'rest of file unchanged', 'remainder of this file unchanged'],
  ...['rest of your code here', 'rest of my code here', 'rest of the first function unchanged'],
  ...['existing code here', 'the existing code here', 'remaining code here', 'previous code here'],
  ...['other code here', 'all other code here', 'code unchanged', 'lines omitted', 'line unchanged'],
  ...['code omitted for brevity', 'methods omitted for clarity', 'no changes here', 'no change below'],
  ...[
    'without changes above',
    'keep the rest',
    'keep rest of it',
    'leave all existing handlers',
    'keep other',
  ],
  ...['leave remaining tests alone', 'Existing Code Here'],
]

describe('words that are clear', () => {
  test('stand for other text in a comment or in brackets, and between dots', () => {
    const lines = CLEAR.flatMap((words) => [
      `// ${words}`,
      `(${words})`,
      `... ${words}`,
      `${words}…`,
      `# ${words}.`,
    ])
    expect(recognized(lines)).toEqual(lines)
  })

  test('are text without any of these', () => {
    expect(recognized(CLEAR)).toEqual([])
  })
})

const WITH_DOTS = [
  ...['rest', 'the rest', 'remainder', 'rest of the code', 'rest of your big code'],
  ...[
    'rest of file',
    'existing code',
    'remaining code',
    'unchanged code',
    'previous code',
    'other code',
    'same code',
  ],
  ...['omitted lines', 'unmodified lines', 'existing helper code', 'unchanged'],
  ...[
    'omitted',
    'same as before',
    'same as above',
    'as before',
    'no changes',
    'no change',
    'so on',
    'and so on',
  ],
  ...['more code', 'other tests', 'more items here', 'rest unchanged', 'rest here', 'existing code above'],
  ...['existing code below', 'unchanged unchanged'],
]

describe('words that are clear with dots beside them only', () => {
  test.each([
    ['before', (words: string) => `... ${words}`],
    ['behind', (words: string) => `${words} ...`],
    ['behind, with other signs', (words: string) => `${words}...)`],
    ['around', (words: string) => `// … ${words} …`],
    ['four', (words: string) => `# .... ${words} ....`],
  ])('%s', (_, write) => {
    const lines = WITH_DOTS.map(write)
    expect(recognized(lines)).toEqual(lines)
  })

  test('are text without them, or with dots within', () => {
    const unclear = WITH_DOTS.filter((words) => !/here$|unchanged$|code (?:above|below)$/.test(words))
    expect(recognized(unclear.map((words) => `// ${words}`))).toEqual([])
    expect(recognized(['// rest ... apples', '// other ... tests', 'the .. rest', '.. rest ..'])).toEqual([])
  })
})

test('case, white space, brackets and signs within or behind the words make no difference', () => {
  const lines = [
    ...[
      '// existing code here.!',
      '// existing  code here',
      '// existing…code here',
      '// rest(of)the code here',
    ],
    ...['// ... Rest ...', '// EXISTING CODE HERE'],
  ]
  expect(recognized(lines)).toEqual(lines)
  expect(recognized(['// rest.', 'the rest.', '// so on.'])).toEqual([])
})

test('words before or behind make another text', () => {
  const lines = [
    ...[
      '// see existing code here',
      '// existing code here and there',
      '// ... see rest ...',
      '// ... rest room ...',
    ],
    ...['// keep', '// keep calm', '// leave', '// keep restless', '// no', '// ...', '...', '// 1 2 3', '…'],
    ...['// rest of the very long code here', '// ... rest of the one two three code ...', '// unchanged'],
    '// existing.code here',
  ]
  expect(recognized(lines)).toEqual([])
})

test('a line of up to 160 characters can be a placeholder, a longer one is not', () => {
  const line = (length: number) => `// ... rest ${' '.repeat(length - 15)}...`
  expect([line(160).length, isPlaceholder(line(160)), isPlaceholder(line(161))]).toEqual([160, true, false])
})

describe('the first line that is not in the old text as often', () => {
  const P = '// ... rest ...'

  test.each([
    [P, '', P],
    [P, P, null],
    [`${P}\n${P}`, P, P],
    [`${P}\n${P}`, `${P}\n  ${P}`, null],
    [`a\n  ${P}  \nb`, 'a\nb', P],
    [`# existing code here\n${P}`, P, '# existing code here'],
    [`a\n${P}\n# existing code here`, '', P],
  ])('of %j beside %j is %j', (text, old, found) => {
    expect(findElision(text, old)).toBe(found)
  })

  test.each([
    [`\`\`\`\n${P}\n\`\`\``, null],
    [`~~~\n${P}\n~~~`, null],
    [`  \`\`\`js\n${P}\n  \`\`\``, null],
    [`\`\`\`\na\n\`\`\`\n${P}`, P],
    [`x \`\`\`\n${P}`, P],
    [`x~~~\n${P}`, P],
    [`\`\`\n${P}`, P],
  ])('is none in fenced code: %j', (text, found) => {
    expect(findElision(text, '')).toBe(found)
  })
})

test('the line is named, with what to do', () => {
  expect(describeElision('// "x" ...')).toBe(
    'The line "// \\"x\\" ..." stands for text that is left out, but files are written as you give them. Write that text out, or change only the lines around it with an edit. If the line is meant as it is, word it otherwise.',
  )
})
