import { join } from 'node:path'

/** For programs that a run of the tests starts a few hundred times over: they are compiled once. */
export const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../.cache/node') }
