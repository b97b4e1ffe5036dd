import { buildWorld, type World } from './build-world.ts'
import { Closing } from './closing.ts'
import type { WorldOptions } from './world-options.ts'

export type { World, WorldOptions }

/** Starts GitHub, model, runner and app, with one repository on which the app is installed, and an API key. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const closing = new Closing(options.log)
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(new Error('the sandbox was stopped while it started'))
  options.signal?.addEventListener('abort', abort, { once: true })
  if (options.signal?.aborted) abort()
  try {
    return await Promise.race([buildWorld(options, closing), aborted.promise])
  } catch (error) {
    await closing.close()
    throw error
  } finally {
    options.signal?.removeEventListener('abort', abort)
  }
}
