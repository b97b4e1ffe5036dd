import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RunKey } from '../src/app/domain/run-id.ts'
import type { WaitingRun } from './growth/fill-jobs.ts'
import type { Tick } from './growth/serve-growth.ts'
import type { Ask, Ready, Used } from './target.ts'

export interface Target extends Ready {
  readonly url: string
  used(): Promise<Used>
  addEvent(job: string, seq: number): Promise<Used>
  addWaiting(amount: number): Promise<WaitingRun[]>
  tick(runs: readonly RunKey[]): Promise<Tick>
  stop(): Promise<void>
}

/** As `npm start` has them. */
export const FLAGS = [
  '--max-semi-space-size=6',
  '--no-parallel-scavenge',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
]
const COMPILE_CACHE = join(import.meta.dirname, '../.cache/node')

/** Starts a server in a process of its own, so that what it uses is its own. */
export async function startTarget(
  ...args: ['bare'] | ['app', string] | ['app', string, string]
): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'target.ts'), args, {
    execArgv: FLAGS,
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE },
  })
  const ready = (await nextMessage(child)) as Ready
  const ask = async <Answer>(question: Ask): Promise<Answer> => {
    const answer = nextMessage(child)
    child.send(question)
    return (await answer) as Answer
  }
  return {
    ...ready,
    url: `http://127.0.0.1:${ready.port}`,
    used: () => ask({ kind: 'used' }),
    addEvent: (job, seq) => ask({ kind: 'event', job, seq }),
    addWaiting: (amount) => ask({ kind: 'waiting', amount }),
    tick: (runs) => ask({ kind: 'tick', runs }),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const { signal } = ended
  const exit = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the server under load ended by itself with exit code ${code}: its reason stands above`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), exit])
    return message
  } finally {
    exit.catch(() => {})
    ended.abort()
  }
}
