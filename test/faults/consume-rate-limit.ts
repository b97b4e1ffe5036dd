/** A separate process that asks for `times` uses within two and a half hours, at an hour per second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../sandbox/github/faults/seeded-random.ts'
import { chargeUse } from '../../src/app/limits/rate-limit.ts'
import { openStore } from '../../src/app/store/open/open-store.ts'

const [url = '', begin = '', times = '', limit = '', seed = ''] = process.argv.slice(2)
const SPEED = 3600
const LASTS_MS = 2500
const start = 1_800_000_000_000
const now = (): number =>
  start + Math.floor((performance.timeOrigin + performance.now() - Number(begin)) * SPEED)

/** A use that is written after one with a later time counts from that time. */
const lastUse = (log = ''): number => JSON.parse(log).at(-1)

const random = seededRandom(Number(seed))
const store = await openStore(url, { now })
await sleep(Math.max(0, Number(begin) - Date.now()))
for (let done = 0; done < Number(times); ) {
  const at = now()
  const charge = await chargeUse(store, 'prj_ya', Number(limit), at)
  if (charge.kind === 'exceeded') process.send?.([at, charge.allowance.resetSeconds])
  else if (await store.commit(charge)) process.send?.([lastUse(charge.set[0]?.value), null])
  else continue
  done++
  await sleep((LASTS_MS / Number(times)) * random() * 2)
}
await store.close()
