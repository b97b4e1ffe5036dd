import type { RecordedEvent } from '../../contract/events.ts'
import { keySpace } from '../store/key-space.ts'
import { runOfEvents } from '../store/read-key.ts'
import type { Store } from '../store/store.ts'
import { toBatch } from './read-progress.ts'

const PAGE = 20

/** The stored events of one run, oldest first: about a megabyte at most. */
export async function* readRunEvents(
  store: Store,
  job: string,
  run: number,
): AsyncGenerator<readonly RecordedEvent[]> {
  let after = keySpace.events(job, run, 0)
  for (;;) {
    const entries = await store.list({ prefix: keySpace.eventsOf(job), after, limit: PAGE })
    const own = entries.filter(({ key }) => runOfEvents(key) === run)
    yield own.flatMap((entry) => toBatch(entry).events)
    if (own.length < PAGE) return
    after = own.at(-1)?.key ?? after
  }
}
