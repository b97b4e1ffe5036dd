import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LISTED_FAMILIES, type ListPrefix } from '../../../src/app/store/keys.ts'
import { type OpenedStore, StoreUnavailable } from '../../../src/app/store/store.ts'

/** What every backend must do. `open` gives an empty store whose clock is `now`. */
export function storeConformance(name: string, open: (now: () => number) => Promise<OpenedStore>): void {
  describe(`store on ${name}`, () => {
    let clock: number
    let store: OpenedStore
    beforeEach(async () => {
      clock = 1_000_000
      store = await open(() => clock)
    })
    afterEach(() => store.close())

    const put = (...pairs: [string, string][]) =>
      store.commit({ set: pairs.map(([key, value]) => ({ key, value })) })
    const keysOf = async (range: Parameters<OpenedStore['list']>[0]) =>
      (await store.list(range)).map(({ key }) => key)
    const allKeys = async (prefix: string): Promise<string[]> => {
      const keys: string[] = []
      for await (const batch of store.keys(prefix)) keys.push(...batch)
      return keys
    }

    it('returns exactly what was written, and undefined for absent keys', async () => {
      const value = '{"value":"ä \u{1f600} \\u0000 \' \\" "}'
      await put(['a', value], ['b', ''], ['c', '"bare"'])
      expect(await store.get('a')).toBe(value)
      expect(await store.get('b')).toBe('')
      expect(await store.get('A')).toBeUndefined()
      expect(await store.getMany(['c', 'missing', 'a', 'c'])).toEqual(['"bare"', undefined, value, '"bare"'])
      expect(await store.getMany([])).toEqual([])
    })

    it('keeps a value of a megabyte', async () => {
      const value = 'é'.repeat(500_000)
      await put(['big', value])
      expect(await store.get('big')).toBe(value)
    })

    it('lists a prefix in the order of UTF-8 bytes', async () => {
      const keys = ['', '1', '10', '2', 'A', 'a', 'é', '\uffff', '\u{1f600}'].map((end) => `ev/p/${end}`)
      const others = ['ev/p', 'ev/p.', 'ev/p0', 'ev/q/']
      await put(...[...keys, ...others].reverse().map((key): [string, string] => [key, key]))
      expect(await keysOf({ prefix: 'ev/p/', limit: 100 })).toEqual(keys)
    })

    it('treats no character of a prefix as a pattern', async () => {
      const keys = ['a%b', 'axb', 'a_b', 'A%b', "a'b", 'a*b', 'a[b', 'a?b', 'a\\b'].map((key) => `ev/${key}`)
      await put(...keys.map((key): [string, string] => [key, '']))
      for (const sign of ['%', '_', "'", '*', '[', '?', '\\'])
        expect(await keysOf({ prefix: `ev/a${sign}`, limit: 9 })).toEqual([`ev/a${sign}b`])
    })

    it('ends a prefix at its upper edge', async () => {
      const last = '\u{10ffff}'
      const keys = ['x\ud7ff1', 'x\ue000', `y${last}`, `y${last}1`, 'z', last].map((key) => `ev/${key}`)
      await put(...keys.map((key): [string, string] => [key, '']), ['ev0', ''])
      expect(await keysOf({ prefix: 'ev/x\ud7ff', limit: 9 })).toEqual(['ev/x\ud7ff1'])
      expect(await keysOf({ prefix: `ev/y${last}`, limit: 9 })).toEqual([`ev/y${last}`, `ev/y${last}1`])
      expect(await keysOf({ prefix: `ev/${last}`, limit: 9 })).toEqual([`ev/${last}`])
      expect(await keysOf({ prefix: 'ev/', limit: 9 })).toHaveLength(6)
    })

    it('continues after a key, also one that does not exist', async () => {
      await put(['due/1', ''], ['due/2', ''], ['due/2x', ''], ['due/3', ''], ['ev/', ''])
      const prefix = 'due/'
      expect(await keysOf({ prefix, limit: 2 })).toEqual(['due/1', 'due/2'])
      expect(await keysOf({ prefix, after: 'due/2', limit: 2 })).toEqual(['due/2x', 'due/3'])
      expect(await keysOf({ prefix, after: 'due/25', limit: 9 })).toEqual(['due/2x', 'due/3'])
      expect(await keysOf({ prefix, after: 'a', limit: 1 })).toEqual(['due/1'])
      expect(await keysOf({ prefix, after: 'due/3', limit: 9 })).toEqual([])
    })

    it('lists every declared family, and no other', async () => {
      await put(...LISTED_FAMILIES.map((family): [string, string] => [`${family}1`, family]))
      for (const prefix of LISTED_FAMILIES)
        expect(await store.list({ prefix, limit: 9 })).toEqual([{ key: `${prefix}1`, value: prefix }])
      for (const prefix of ['', 'job/', 'msg/', 'du', 'due'])
        await expect(store.list({ prefix: prefix as ListPrefix, limit: 9 })).rejects.toThrow(
          new TypeError(
            `keys that start with "${prefix}" cannot be listed: add their family to LISTED_FAMILIES in keys.ts`,
          ),
        )
    })

    it('finds the keys of any prefix, and none that has expired', async () => {
      const many = Array.from({ length: 2_500 }, (_, n) => `job/${n}`)
      for (let from = 0; from < many.length; from += 500)
        await put(...many.slice(from, from + 500).map((key): [string, string] => [key, '']))
      await put(['jobs', ''], ['job', ''])
      await store.commit({ set: [{ key: 'job/expired', value: '', expiresAt: clock }] })
      expect([...new Set(await allKeys('job/'))].sort()).toEqual(many.sort())
      expect([...new Set(await allKeys(''))].sort()).toEqual([...many, 'job', 'jobs'].sort())
      expect(await allKeys('other/')).toEqual([])
    })

    it('refuses a commit whose check is stale', async () => {
      await put(['k', 'old'])
      expect(
        await store.commit({ checks: [{ key: 'k', value: 'old' }], set: [{ key: 'k', value: 'new' }] }),
      ).toBe(true)
      expect(
        await store.commit({ checks: [{ key: 'k', value: 'old' }], set: [{ key: 'k', value: 'no' }] }),
      ).toBe(false)
      expect(await store.get('k')).toBe('new')
    })

    it('checks that a key is absent, and absent again', async () => {
      const create = { checks: [{ key: 'k', value: null }], set: [{ key: 'k', value: '1' }] }
      expect(await store.commit(create)).toBe(true)
      expect(await store.commit(create)).toBe(false)
      await store.commit({ del: ['k'] })
      expect(await store.commit(create)).toBe(true)
    })

    it('tells an empty value from an absent key', async () => {
      await put(['k', ''])
      expect(await store.commit({ checks: [{ key: 'k', value: null }] })).toBe(false)
      expect(await store.commit({ checks: [{ key: 'k', value: '' }] })).toBe(true)
      expect(await store.commit({ checks: [{ key: 'none', value: '' }] })).toBe(false)
    })

    it('writes all of a commit or nothing', async () => {
      await put(['a', '1'], ['b', '1'])
      const refused = await store.commit({
        checks: [
          { key: 'a', value: '1' },
          { key: 'b', value: 'other' },
        ],
        set: [{ key: 'c', value: '2' }],
        del: ['a'],
      })
      expect(refused).toBe(false)
      expect(await store.getMany(['a', 'b', 'c'])).toEqual(['1', '1', undefined])
    })

    it('writes and deletes thousands of keys in one commit', async () => {
      const many = Array.from({ length: 2_500 }, (_, n) => `due/${String(n).padStart(4, '0')}`)
      const set = many.map((key, n) => ({ key, value: '', ...(n % 2 === 0 && { expiresAt: clock + 10 }) }))
      expect(await store.commit({ set })).toBe(true)
      expect(await keysOf({ prefix: 'due/', limit: 9_999 })).toEqual(many)
      expect(await store.commit({ del: many.slice(1) })).toBe(true)
      expect(await keysOf({ prefix: 'due/', limit: 9_999 })).toEqual(many.slice(0, 1))
      expect(await store.sweep(clock + 10, 9_999)).toMatchObject({ removed: 1 })
    })

    it('decides commits of one turn in their order, each for itself', async () => {
      const take = (value: string) =>
        store.commit({ checks: [{ key: 'lock', value: null }], set: [{ key: 'lock', value }] })
      const outcomes = await Promise.all([
        take('first'),
        put(['free', '1']),
        take('second'),
        put(['free', '2']),
      ])
      expect(outcomes).toEqual([true, true, false, true])
      expect(await store.getMany(['lock', 'free'])).toEqual(['first', '2'])
    })

    it('does not let a commit that cannot be written spoil the others of its turn', async () => {
      const unusable = { key: 'u', value: null as unknown as string }
      const outcomes = await Promise.allSettled([
        put(['before', '1']),
        store.commit({ set: [{ key: 'half', value: '1' }, unusable] }),
        put(['behind', '1']),
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await store.getMany(['before', 'half', 'behind'])).toEqual(['1', undefined, '1'])
    })

    it('shows an entry until its time and never after', async () => {
      await store.commit({ set: [{ key: 'due/e', value: 'v', expiresAt: clock + 10 }] })
      clock += 9
      expect(await store.get('due/e')).toBe('v')
      clock += 1
      expect(await store.get('due/e')).toBeUndefined()
      expect(await store.getMany(['due/e'])).toEqual([undefined])
      expect(await store.list({ prefix: 'due/e', limit: 1 })).toEqual([])
      expect(await store.commit({ checks: [{ key: 'due/e', value: 'v' }] })).toBe(false)
      expect(
        await store.commit({ checks: [{ key: 'due/e', value: null }], set: [{ key: 'due/e', value: 'w' }] }),
      ).toBe(true)
      clock += 1_000_000
      expect(await store.get('due/e')).toBe('w')
    })

    it('fills a page past expired entries', async () => {
      await store.commit({ set: [{ key: 'due/1', value: '', expiresAt: clock }] })
      await put(['due/2', ''], ['due/3', ''])
      expect(await keysOf({ prefix: 'due/', limit: 2 })).toEqual(['due/2', 'due/3'])
    })

    it('sweeps expired entries in steps', async () => {
      const expiring = [1, 2, 3].map((n) => ({ key: `due/${n}`, value: '', expiresAt: clock + n }))
      await store.commit({ set: [...expiring, { key: 'due/stays', value: '' }] })
      expect(await store.sweep(clock, 10)).toMatchObject({ removed: 0 })
      expect(await store.sweep(clock + 5, 2)).toMatchObject({ removed: 2 })
      expect(await store.sweep(clock + 5, 2)).toMatchObject({ removed: 1 })
      expect(await keysOf({ prefix: 'due/', limit: 9 })).toEqual(['due/stays'])
    })

    it('finishes calls made before close, and then refuses every call except another close', async () => {
      const last = put(['k', 'v'])
      await store.close()
      expect(await last).toBe(true)
      for (const asked of [
        () => store.get('k'),
        () => store.getMany(['k']),
        () => store.list({ prefix: 'due/', limit: 1 }),
        () => allKeys(''),
        () => put(['k', 'w']),
        () => store.sweep(0, 1),
      ])
        await expect(asked()).rejects.toBeInstanceOf(StoreUnavailable)
    })
  })
}
