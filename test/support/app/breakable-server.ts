import { type AppServer, startAppServer } from './app-server.ts'

/** A server whose store throws when it writes, as long as the test says so. */
export async function startBreakableServer(): Promise<{ app: AppServer; fail: (fails: boolean) => void }> {
  let fails = false
  const app = await startAppServer({
    store: (store) => ({
      ...store,
      commit: (commit) => (fails ? Promise.reject(new TypeError('broken')) : store.commit(commit)),
    }),
  })
  return {
    app,
    fail(now) {
      fails = now
    },
  }
}
