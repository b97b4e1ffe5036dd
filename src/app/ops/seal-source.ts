import { commandOf } from '../command-line/command-name.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { listServers } from '../store/server-presence.ts'
import type { OpenedStore } from '../store/store.ts'

/**
 * Closes a store for servers and commands before it is copied. Refuses while a server runs. A server that starts
 * meanwhile counts up the starts, as this does, so that one of the two fails and reads again.
 */
export const sealSource = (store: OpenedStore, target: string): Promise<void> =>
  commitWithRetry(store, 'the seal of the source', async () => {
    const key = keySpace.movedTo()
    const [sealed, starts] = await store.getMany([key, keySpace.serverStarts()])
    if (sealed === target) return { result: undefined }
    if (sealed !== undefined)
      throw new Error(
        `a move to ${sealed} was begun: finish it, or undo it with \`${commandOf('move', '--undo')}\``,
      )
    const servers = await listServers({ store })
    if (servers.length > 0)
      throw new Error(
        `${servers.length === 1 ? 'a server uses' : `${servers.length} servers use`} the source: stop all of them first; ` +
          'one that was killed counts as running for two minutes',
      )
    return {
      commit: {
        checks: [
          { key, value: null },
          { key: keySpace.serverStarts(), value: starts ?? null },
        ],
        set: [
          { key, value: target },
          { key: keySpace.serverStarts(), value: String(Number(starts ?? 0) + 1) },
        ],
      },
      result: undefined,
    }
  })

/** Opens a store again that was moved or sealed. Its copy must not be used after that. */
export async function unsealSource(store: OpenedStore): Promise<boolean> {
  const key = keySpace.movedTo()
  const sealed = await store.get(key)
  if (sealed === undefined) return false
  return store.commit({ checks: [{ key, value: sealed }], del: [key] })
}
