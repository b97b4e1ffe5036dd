import { describe, expect, test } from 'vitest'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'
import { scanAddedLines } from '../../../../src/action/git/policy/scan-added-lines.ts'
import { findWellKnownSecrets, SECRET_PATTERNS } from '../../../../src/action/secrets/find-secrets.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import { redactSecrets } from '../../../../src/action/secrets/secrets.ts'
import { escapeHtml } from '../../../../src/action/text/format.ts'
import { drawFrom, KINDS_OF_KEYS, makePrivateKey } from '../../../support/action/well-known-keys.ts'
import { testRandom } from '../../../support/random.ts'

/** In each surrounding. `FUZZ_RUNS=5000` tries more. */
const KEYS = Number(process.env.FUZZ_RUNS ?? 50)

/** What precedes a key, and what follows it. */
const SURROUNDINGS = [
  ...['•', ' • ', '"•"', "'•'", '`•`', '(•)', '<•>', '|•|'],
  // Escapes in the text of a program, in JSON, and in JSON within JSON.
  ...['"\\n•\\n"', '\\t•\\t', '\\r\\n•\\r\\n', '\\b•\\f', '\\0•\\v', '\\u003d•\\u0026'],
  ...['\\u003D•\\u0026', '\\u{3d}•\\u{26}', '\\x3d•\\x26', '\\075•\\046', '{\\"key\\":\\"•\\"}'],
  ...['\\\\n•\\\\n', '%3D•%26', '%3d•%26', '%0A•%0D%0A', '%22•%22', 'key%253D•%2526', '&quot;•&quot;'],
  ...['&#61;•&#38;', '&#x3D;•&#x26;', '&lt•&gt'],
  // Base64 beside it.
  ...['dGVzdA==•==', '/9j/4AAQSkZJRgABAQ•=', 'export KEY=•', 'export KEY="•"; run', "KEY='•' run"],
  ...['{KEY:-•}', 'https://x-access-token:•@github.com/o/r', 'https://•@github.com', '?a=1&key=•&b=2'],
  ...['key: • # a comment', 'key: |\n  •\n', 'KEY=•\r\n', '\r\n•\r\n', '+•', '-•', '+  key = "•",'],
  ...['@@ -0,0 +1 @@\n+•\n\\ No newline at end of file', 'x•', 'KEY•', '_•', 'my_•', '9•'],
  ...['clé•', '密钥•密钥', 'Authorization: Bearer •', '\u001b[31m•\u001b[0m', '\u200b•\u200b'],
  ...['\ufeff•'],
].map((pair) => pair.split('•'))

/** Where what follows a key may be one of its own characters, or some of them are escaped. */
const FORMS_OF_KEYS: readonly ((key: string) => string)[] = [
  ...['_•_', '~•~', 'The key is •.', '*•*', '-•-', '•…'].map(
    (around) => (key: string) => around.replace('•', () => key),
  ),
  (key) => `?key=${encodeURIComponent(key)}&a=1`,
  (key) => `?key=${encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase())}&a=1`,
  (key) => JSON.stringify({ key }).replaceAll('/', '\\/'),
  (key) => JSON.stringify({ key }).replace(/[+=/]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`),
]

const nothing = indexSecrets()
const redact = (text: string) => redactSecrets(text, nothing)

describe.each(KINDS_OF_KEYS.map(([kind, make], at) => ({ kind, make, at })))('$at: $kind', (of) => {
  const source = () => {
    const draw = drawFrom(testRandom(`keys ${of.at}`))
    return () => of.make(draw)
  }

  test('every key is redacted, and what surrounds it stays', () => {
    const make = source()
    for (const [before = '', after = ''] of SURROUNDINGS) {
      const text = Array.from({ length: KEYS }, () => before + make() + after).join('\n\n')
      expect(redact(text)).toBe(Array.from({ length: KEYS }, () => `${before}***${after}`).join('\n\n'))
    }
  })

  test('every key is found in added lines, also in UTF-16', () => {
    const make = source()
    const lines = Array.from({ length: KEYS }, (_, line) => ({
      number: line + 1,
      text: `"\\n${make()}\\n",`,
    }))
    const wide = lines.map(({ number, text }) => ({ number, text: [...text].join('\0') }))
    const none = { oldPath: null, oldMode: null, oldSize: 0, newSize: 1, additions: 1, deletions: 0 }
    const change = { path: 'a.txt', kind: 'added', newMode: '100644', ...none } as const
    const expected = lines.map(({ number }) => ({ kind: of.kind, path: 'a.txt', line: number }))
    expect(scanAddedLines([{ ...change, addedLines: lines }], nothing)).toEqual(expected)
    expect(scanAddedLines([{ ...change, addedLines: wide }], nothing)).toEqual(expected)
  })

  test('every key is found in emphasis, before punctuation, and as URLs and JSON escape it', () => {
    const make = source()
    for (const form of FORMS_OF_KEYS)
      for (let run = 0; run < KEYS; run += 1) {
        const text = form(make())
        expect(findWellKnownSecrets(text), text).not.toEqual([])
      }
  })

  test('two keys are found with nothing between them', () => {
    const make = source()
    for (let run = 0; run < KEYS; run += 1) {
      const [first, second] = [make(), make()]
      const rest = redact(`${first}${second}`)
      expect(rest.includes(second.slice(-12)), `${first}${second}`).toBe(false)
    }
  })

  test('a key that arrives in chunks, or where the middle of an output is left out, is not shown in part', () => {
    const make = source()
    const random = testRandom(`cuts ${of.at}`)
    for (let run = 0; run < KEYS; run += 1) {
      const key = make()
      const output = keepHeadAndTail(600, 600)
      const bytes = Buffer.from(
        `${'x '.repeat(random.integer(400))}key="${key}"${' y'.repeat(random.integer(900))}`,
      )
      for (let done = 0, size = 0; done < bytes.length; done += size) {
        size = 1 + random.integer(40)
        output.add(bytes.subarray(done, done + size))
      }
      const shown = redact(output.text())
      expect(shown.includes(key.slice(-12)) || shown.includes(key.slice(0, -12)), shown).toBe(false)
    }
  })

  // With work that grew with the square of the length, this would take hours.
  test('1 MB of its parts is searched in linear time', () => {
    const key = source()()
    for (const part of [
      key,
      key.slice(0, -1),
      `${key.slice(0, -1)}-`,
      key.slice(0, 4),
      `${key.slice(0, 4)}-`,
    ])
      findWellKnownSecrets(part.repeat(1_000_000 / part.length))
  })
})

test('every pattern finds keys that no other pattern finds', () => {
  const keys = KINDS_OF_KEYS.map(([, make]) => make(drawFrom(testRandom('alone'))))
  const finders = keys.map((key) => SECRET_PATTERNS.filter(({ pattern }) => key.match(pattern)))
  const alone = new Set(finders.flatMap((patterns) => (patterns.length === 1 ? patterns : [])))
  expect(SECRET_PATTERNS.filter((pattern) => !alone.has(pattern))).toEqual([])
})

describe('a private key', () => {
  const FORMS: Readonly<Record<string, (key: string) => string>> = {
    'as it is': (key) => key,
    'with CRLF': (key) => key.replaceAll('\n', '\r\n'),
    'in JSON': (key) => JSON.stringify({ key }),
    'in JSON with escaped slashes': (key) => JSON.stringify({ key }).replaceAll('/', '\\/'),
    'in JSON within JSON': (key) => JSON.stringify({ text: JSON.stringify({ key }) }),
    'percent encoded': (key) => `?key=${encodeURIComponent(key)}&a=1`,
    'in a form': (key) => `a=1&${new URLSearchParams({ key })}`,
    'in HTML': (key) => `<pre>${escapeHtml(key).replaceAll('+', '&#43;').replaceAll('\n', '&#10;')}</pre>`,
    'in YAML': (key) => `key: |\n${key.replace(/^/gm, '    ')}\nnext: 1`,
    'in a diff': (key) => key.replace(/^/gm, '+'),
    'put together in a program': (key) => key.replace(/^.*$/gm, "  '$&\\n' +"),
    'with line numbers': (key) =>
      key
        .split('\n')
        .map((line, at) => `${at + 1}\t${line}`)
        .join('\n'),
    'in one line': (key) => key.replaceAll('\n', ''),
    'with headers': (key) =>
      key.replace('\n', '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF\n\n'),
  }
  /** Ten characters of the key in a row. */
  const tracesOf = (key: string, text: string) => {
    const body = key.split('\n').slice(1, -1).join('')
    const bare = text.replace(/\\n|%0[AD]|&#10;|^\d+\t|['"+ ]|\s/gm, '')
    return Array.from({ length: Math.ceil(body.length / 5) }, (_, at) =>
      body.slice(at * 5, at * 5 + 10),
    ).filter((piece) => piece.length === 10 && !piece.includes('+') && bare.includes(piece))
  }

  test.each(Object.entries(FORMS))('is redacted %s', (_, form) => {
    const random = testRandom('private keys')
    for (let run = 0; run < 2 * KEYS; run += 1) {
      const key = makePrivateKey(random)
      const clean = redact(`before\n${form(key)}\nafter`)
      expect(clean).toMatch(/^before\n.*\*\*\*.*\nafter$/s)
      expect(tracesOf(key, clean), clean).toEqual([])
    }
  })

  test('is redacted up to where a cut left its end out, and from where it left its beginning out', () => {
    const random = testRandom('cut keys')
    for (let run = 0; run < 2 * KEYS; run += 1) {
      const key = makePrivateKey(random)
      const body = key.slice(key.indexOf('\n') + 1, key.lastIndexOf('\n'))
      const at = 40 + random.integer(body.length - 40)
      expect(tracesOf(key, redact(key.slice(0, key.indexOf('\n') + 1 + at)))).toEqual([])
      // A few characters of a line alone might be anything.
      const lines = key.split('\n')
      const rest = lines.slice(1 + random.integer(Math.max(1, lines.length - 3))).join('\n')
      expect(tracesOf(key, redact(`[… 9 characters left out …]\n${rest}`))).toEqual([])
    }
  })

  test.each([
    ["if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return decode(pem)", 'a program'],
    [
      'key: "-----BEGIN PRIVATE KEY-----\\n...",\n  clientSecret: "1234567890abcdef12347890abcdef1234567890"',
      'a manual',
    ],
    ['-----BEGIN PRIVATE KEY-----\nYOUR KEY\n-----END PRIVATE KEY-----', 'a template'],
    [`-----BEGIN CERTIFICATE-----\n${'Q'.repeat(64)}`, 'a certificate'],
  ])('is not seen in %j: %s', (text) => {
    expect(redact(text)).toBe(text)
  })

  test('1 MB of its first and last lines is searched in linear time', () => {
    const [head, body, end] = [
      '-----BEGIN RSA PRIVATE KEY-----',
      `${'aB3d'.repeat(16)}\n`,
      '-----END RSA PRIVATE KEY-----',
    ]
    for (const part of [
      head,
      end,
      body,
      head + end,
      head + body,
      body + end,
      '-----BEGIN A A',
      '-----BEGIN ',
      ' A',
      '%2',
      '\\',
    ])
      findWellKnownSecrets(head + part.repeat(1_000_000 / part.length))
  })
})

test.each([
  ...['AKIAIOSFODNN7EXAMPLE', 'AKIAXXXXXXXXXXXXXXXX', `ghp_${'x'.repeat(36)}`, `ghp_${'0'.repeat(36)}`],
  ...[
    'sk-...xxxx',
    'ghp_xxxxxxxx',
    `sk-${'x'.repeat(48)}`,
    `glpat-${'x'.repeat(20)}`,
    `npm_${'X'.repeat(36)}`,
  ],
  ...[`sk-ant-api03-${'x'.repeat(93)}AA`, `sk-proj-${'x'.repeat(48)}`, `sk-or-v1-${'0'.repeat(64)}`],
  ...[
    'glpat-your-personal-access-token',
    'sk-ant-YOUR_API_KEY_FROM_THE_CONSOLE',
    'xoxb-not-a-real-token-this-will-not-work',
  ],
  ...['xoxb-000000000000-0000000000000-xxxxxxxxxxxxxxxxxxxxxxxx', `AIza${'x'.repeat(35)}`],
  // Words in which a prefix occurs: https://github.com/everruns/everruns/pull/3728,
  // https://github.com/aquasecurity/trivy/pull/10046
  ...[
    'EVE-1053/ask-user-capability-contract-schema-and-knowledge-spec',
    '/task-admin-page-with-a-list-of-all-projects-v2',
  ],
  ...[
    'highs_and_lows_of_the_day_in_the_table_of_2024',
    '_call_hf_processorDeepseekocrmultimodalprocessor_call',
  ],
  ...[
    'risk-ant-colony-optimization-with-random-restarts',
    'highp_vec4 mediump_float',
    'asks_npm_config_registry',
  ],
])('%s is no secret', (text) => {
  expect(findWellKnownSecrets(`the ${text} of it`)).toEqual([])
})
