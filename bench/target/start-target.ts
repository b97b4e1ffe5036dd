import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { RunKey } from '../../src/app/domain/run-id.ts'
import type { WaitingRun } from '../growth/fill-jobs.ts'
import type { Tick } from '../growth/serve-growth.ts'
import type { Question, Ready, Usage } from './target.ts'

export interface Target extends Ready {
  readonly url: string
  usage(): Promise<Usage>
  addEvent(job: string, seq: number): Promise<Usage>
  addWaiting(amount: number): Promise<WaitingRun[]>
  makeDue(runs: readonly RunKey[]): Promise<Usage>
  tick(runs: readonly RunKey[]): Promise<Tick>
  stop(): Promise<void>
}

/** The flags and environment of `npm start`. */
export const NODE_FLAGS = [
  '--max-semi-space-size=6',
  '--no-parallel-scavenge',
  '--no-maglev',
  '--no-allocation-site-pretenuring',
  '--heap-growing-percent=30',
]
export const NODE_ENVIRONMENT = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.cache/node'),
  MALLOC_ARENA_MAX: '2',
}

/** Starts a server in a separate process, so that its CPU time and memory are measured separately. */
export async function startTarget(
  ...args: ['bare'] | ['floor', string] | ['app', string] | ['app', string, string]
): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'target.ts'), args, {
    execArgv: NODE_FLAGS,
    env: { ...process.env, ...NODE_ENVIRONMENT },
  })
  const ready = (await nextMessage(child)) as Ready
  const ask = async <Reply>(question: Question): Promise<Reply> => {
    const reply = nextMessage(child)
    child.send(question)
    return (await reply) as Reply
  }
  return {
    ...ready,
    url: `http://127.0.0.1:${ready.port}`,
    usage: () => ask({ kind: 'used' }),
    addEvent: (job, seq) => ask({ kind: 'event', job, seq }),
    addWaiting: (amount) => ask({ kind: 'waiting', amount }),
    makeDue: (runs) => ask({ kind: 'due', runs }),
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
    throw new Error(`the server under load exited with code ${code}: its output above says why`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), exit])
    return message
  } finally {
    exit.catch(() => {})
    ended.abort()
  }
}
