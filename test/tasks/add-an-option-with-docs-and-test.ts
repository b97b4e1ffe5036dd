import assert from 'node:assert/strict'
import { block } from './support/block.ts'
import { edit, finish, list, read } from './support/calls.ts'
import { changesJust, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const SOURCE = 'src/cache.ts'
const TEST = 'test/cache.test.ts'
const README = 'README.md'

const MORE = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { Cache } from '../src/cache.ts'

  test('the entry that was set first goes first', () => {
    const cache = new Cache<number>({ maxEntries: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.set('c', 3)
    assert.equal(cache.get('a'), undefined)
    assert.equal(cache.get('b'), 2)
    assert.equal(cache.get('c'), 3)
  })

  test('setting what is there already pushes nothing out', () => {
    const cache = new Cache<number>({ maxEntries: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    cache.set('b', 3)
    assert.equal(cache.get('a'), 1)
  })

  test('without the option there is no limit', () => {
    const cache = new Cache<number>()
    for (let n = 0; n < 5000; n++) cache.set(String(n), n)
    assert.equal(cache.get('0'), 0)
  })
  `

const columnsOf = (row: string): number => row.split(/(?<!\\)\|/).length

export const addAnOptionWithDocsAndTest: Task = {
  name: 'add-an-option-with-docs-and-test',
  category: 'feature',
  prompts: [
    'The cache grows without end. Add an option maxEntries (default: no limit): when a new key is set and there are that many already, the one that was set first goes. Setting a key that is there must push nothing out. With a test, and a row in the table of options in the README (they are in alphabetical order).',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'little-cache', version: '0.3.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    [README]: block`
      # little-cache

      \`new Cache(options)\` with

      | Option  | What it is                      | Default    |
      |---------|---------------------------------|------------|
      | \`clock\` | Gives the time in milliseconds  | \`Date.now\` |
      | \`ttlMs\` | How long an entry can be read   | \`60000\`    |
      `,
    [SOURCE]: block`
      export interface CacheOptions {
        /** Gives the time in milliseconds. */
        readonly clock?: () => number
        /** How long an entry can be read. */
        readonly ttlMs?: number
      }

      export class Cache<T> {
        readonly #entries = new Map<string, { readonly value: T; readonly until: number }>()
        readonly #clock: () => number
        readonly #ttlMs: number

        constructor({ clock = Date.now, ttlMs = 60_000 }: CacheOptions = {}) {
          this.#clock = clock
          this.#ttlMs = ttlMs
        }

        get(key: string): T | undefined {
          const entry = this.#entries.get(key)
          return entry && entry.until > this.#clock() ? entry.value : undefined
        }

        set(key: string, value: T): void {
          this.#entries.set(key, { value, until: this.#clock() + this.#ttlMs })
        }
      }
      `,
    [TEST]: block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { Cache } from '../src/cache.ts'

      test('an entry is gone after its time', () => {
        let now = 0
        const cache = new Cache<string>({ clock: () => now, ttlMs: 10 })
        cache.set('a', 'x')
        assert.equal(cache.get('a'), 'x')
        now = 10
        assert.equal(cache.get('a'), undefined)
      })
      `,
  },
  script: [
    [list(), read(SOURCE), read(TEST), read(README)],
    [
      edit(
        SOURCE,
        '  /** How long an entry can be read. */',
        '  /** How many entries there may be; default: any number. */\n  readonly maxEntries?: number\n  /** How long an entry can be read. */',
      ),
      edit(
        SOURCE,
        '  readonly #ttlMs: number\n',
        '  readonly #maxEntries: number\n  readonly #ttlMs: number\n',
      ),
      // Indented otherwise than the file is: found all the same.
      edit(
        SOURCE,
        'constructor({ clock = Date.now, ttlMs = 60_000 }: CacheOptions = {}) {\n  this.#clock = clock\n',
        'constructor({ clock = Date.now, maxEntries = Infinity, ttlMs = 60_000 }: CacheOptions = {}) {\n  this.#clock = clock\n  this.#maxEntries = maxEntries\n',
      ),
      edit(
        SOURCE,
        '  set(key: string, value: T): void {\n',
        '  set(key: string, value: T): void {\n    if (!this.#entries.has(key) && this.#entries.size >= this.#maxEntries) {\n      const [first] = this.#entries.keys()\n      if (first !== undefined) this.#entries.delete(first)\n    }\n',
      ),
      edit(README, '| `ttlMs` |', '| `maxEntries` | How many entries there may be | no limit |\n| `ttlMs` |'),
      edit(
        TEST,
        "  now = 10\n  assert.equal(cache.get('a'), undefined)\n})\n",
        "  now = 10\n  assert.equal(cache.get('a'), undefined)\n})\n\ntest('with maxEntries the first one goes', () => {\n  const cache = new Cache<string>({ maxEntries: 1 })\n  cache.set('a', 'x')\n  cache.set('a', 'y')\n  assert.equal(cache.get('a'), 'y')\n  cache.set('b', 'z')\n  assert.equal(cache.get('a'), undefined)\n})\n",
      ),
    ],
    [read(SOURCE)],
    [finish('Add maxEntries', 'The cache can be given a limit; the entry that was set first goes first.')],
  ],
  async check(work) {
    changesJust(work, SOURCE, TEST, README)
    await testsPass({ ...work.after, 'test/more.test.ts': MORE })
    assert.match(textOf(work.after, TEST), /maxEntries/, 'no test has the new option')
    const rows = textOf(work.after, README)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    assert.deepEqual(rows.map(columnsOf), [5, 5, 5, 5, 5], 'the table of options is not a row longer')
    const names = rows.slice(2).map((row) => /`(\w+)`/.exec(row)?.[1])
    assert.deepEqual(names, ['clock', 'maxEntries', 'ttlMs'], 'the options are in another order')
  },
  mistakes: {
    'a key that is there pushes another out': (work) =>
      withFile(work, SOURCE, (text) => text.replace('!this.#entries.has(key) && ', '')),
    'there is no test': (work) => undone(work, TEST),
    'the docs were forgotten': (work) => undone(work, README),
    'the row lacks a column': (work) => withFile(work, README, (text) => text.replace('| no limit |', '|')),
  },
}
