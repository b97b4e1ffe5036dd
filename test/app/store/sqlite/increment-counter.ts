/** A separate process: adds one to a key, `times` over, by reading and writing under a check. */
import { openStore } from '../../../../src/app/store/open/open-store.ts'

const [url = '', times = ''] = process.argv.slice(2)
const store = await openStore(url)
process.send?.('open')
for (let done = 0; done < Number(times); ) {
  const value = (await store.get('count')) ?? null
  const set = [{ key: 'count', value: String(Number(value) + 1) }]
  if (await store.commit({ checks: [{ key: 'count', value }], set })) {
    done++
    process.send?.(done)
  }
}
await store.close()
