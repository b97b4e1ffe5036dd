import { commandOf } from '../../command-line/command-name.ts'
import { keySpace } from '../key-space.ts'
import { type Store, StoreUnavailable } from '../store.ts'

/** Two servers on two copies of one store would both start its jobs. */
export async function refuseMoved(store: Store): Promise<void> {
  const [movedTo, movingFrom] = await store.getMany([keySpace.movedTo(), keySpace.movingFrom()])
  if (movedTo !== undefined)
    throw new StoreUnavailable(
      `the data of this database was moved to ${movedTo}: point DATABASE_URL there; \`${commandOf('move', '--undo')}\` opens this one again`,
    )
  if (movingFrom !== undefined)
    throw new StoreUnavailable(
      `a move from ${movingFrom} to this database is not complete: run \`${commandOf('move')}\` again with DATABASE_URL and MOVE_TO as before`,
    )
}
