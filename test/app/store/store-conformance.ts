import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SweptStore } from '../../../src/app/store/keyv-store.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'

/** What every backend must do. `open` gives an empty store whose clock is `now`. */
export function storeConformance(name: string, open: (now: () => number) => Promise<SweptStore>): void {
  describe(`store on ${name}`, () => {
    let clock: number
    let store: SweptStore
    beforeEach(async () => {
      clock = 1_000_000
      store = await open(() => clock)
    })
    afterEach(() => store.close())

    const put = (...pairs: [string, string][]) =>
      store.commit({ set: pairs.map(([key, value]) => ({ key, value })) })
    const keysOf = async (range: Parameters<SweptStore['list']>[0]) =>
      (await store.list(range)).map(({ key }) => key)

    it('gives back exactly what was written, and undefined for the rest', async () => {
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
      const keys = ['p/', 'p/1', 'p/10', 'p/2', 'p/A', 'p/a', 'p/é', 'p/\uffff', 'p/\u{1f600}']
      await put(...[...keys, 'p', 'p.', 'p0', 'q/'].reverse().map((key): [string, string] => [key, key]))
      expect(await keysOf({ prefix: 'p/', limit: 100 })).toEqual(keys)
    })

    it('takes no character of a prefix as a pattern', async () => {
      await put(['a%b/1', ''], ['axb/1', ''], ['a_b/1', ''], ['A%b/1', ''], ["a'b/1", ''], ['a*b/1', ''])
      expect(await keysOf({ prefix: 'a%', limit: 9 })).toEqual(['a%b/1'])
      expect(await keysOf({ prefix: 'a_', limit: 9 })).toEqual(['a_b/1'])
      expect(await keysOf({ prefix: "a'", limit: 9 })).toEqual(["a'b/1"])
      expect(await keysOf({ prefix: 'a*', limit: 9 })).toEqual(['a*b/1'])
    })

    it('ends a prefix at its upper edge', async () => {
      const last = '\u{10ffff}'
      await put(['x\ud7ff1', ''], ['x\ue000', ''], [`y${last}`, ''], [`y${last}1`, ''], ['z', ''], [last, ''])
      expect(await keysOf({ prefix: 'x\ud7ff', limit: 9 })).toEqual(['x\ud7ff1'])
      expect(await keysOf({ prefix: `y${last}`, limit: 9 })).toEqual([`y${last}`, `y${last}1`])
      expect(await keysOf({ prefix: last, limit: 9 })).toEqual([last])
      expect(await keysOf({ prefix: '', limit: 9 })).toHaveLength(6)
    })

    it('goes on after a key, also one that is not there', async () => {
      await put(['l/1', ''], ['l/2', ''], ['l/2x', ''], ['l/3', ''], ['m', ''])
      expect(await keysOf({ prefix: 'l/', limit: 2 })).toEqual(['l/1', 'l/2'])
      expect(await keysOf({ prefix: 'l/', after: 'l/2', limit: 2 })).toEqual(['l/2x', 'l/3'])
      expect(await keysOf({ prefix: 'l/', after: 'l/25', limit: 9 })).toEqual(['l/2x', 'l/3'])
      expect(await keysOf({ prefix: 'l/', after: 'a', limit: 1 })).toEqual(['l/1'])
      expect(await keysOf({ prefix: 'l/', after: 'l/3', limit: 9 })).toEqual([])
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
      await store.commit({ set: [{ key: 'e', value: 'v', expiresAt: clock + 10 }] })
      clock += 9
      expect(await store.get('e')).toBe('v')
      clock += 1
      expect(await store.get('e')).toBeUndefined()
      expect(await store.getMany(['e'])).toEqual([undefined])
      expect(await store.list({ prefix: 'e', limit: 1 })).toEqual([])
      expect(await store.commit({ checks: [{ key: 'e', value: 'v' }] })).toBe(false)
      expect(
        await store.commit({ checks: [{ key: 'e', value: null }], set: [{ key: 'e', value: 'w' }] }),
      ).toBe(true)
      clock += 1_000_000
      expect(await store.get('e')).toBe('w')
    })

    it('fills a page past expired entries', async () => {
      await store.commit({ set: [{ key: 'p/1', value: '', expiresAt: clock }] })
      await put(['p/2', ''], ['p/3', ''])
      expect(await keysOf({ prefix: 'p/', limit: 2 })).toEqual(['p/2', 'p/3'])
    })

    it('sweeps expired entries in steps', async () => {
      const expiring = [1, 2, 3].map((n) => ({ key: `s/${n}`, value: '', expiresAt: clock + n }))
      await store.commit({ set: [...expiring, { key: 's/stays', value: '' }] })
      expect(await store.sweep(clock, 10)).toMatchObject({ removed: 0 })
      expect(await store.sweep(clock + 5, 2)).toMatchObject({ removed: 2 })
      expect(await store.sweep(clock + 5, 2)).toMatchObject({ removed: 1 })
      expect(await keysOf({ prefix: 's/', limit: 9 })).toEqual(['s/stays'])
    })

    it('finishes what was asked before close and refuses everything but another close after it', async () => {
      const last = put(['k', 'v'])
      await store.close()
      expect(await last).toBe(true)
      for (const asked of [
        () => store.get('k'),
        () => store.getMany(['k']),
        () => store.list({ prefix: '', limit: 1 }),
        () => put(['k', 'w']),
        () => store.sweep(0, 1),
      ])
        await expect(asked()).rejects.toBeInstanceOf(StoreUnavailable)
    })
  })
}
