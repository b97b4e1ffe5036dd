import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Ask, Ready, Used } from './target.ts'

export interface Target extends Ready {
  readonly url: string
  used(): Promise<Used>
  addEvent(job: string, seq: number): Promise<Used>
  stop(): Promise<void>
}

/** As `npm start` has them. */
const FLAGS = ['--max-semi-space-size=4']

/** Starts a server in a process of its own, so that what it uses is its own. */
export async function startTarget(...args: ['bare'] | ['app', string]): Promise<Target> {
  const child = fork(join(import.meta.dirname, 'target.ts'), args, {
    execArgv: FLAGS,
  })
  const ready = (await nextMessage(child)) as Ready
  const ask = async (question: Ask): Promise<Used> => {
    const answer = nextMessage(child)
    child.send(question)
    return (await answer) as Used
  }
  return {
    ...ready,
    url: `http://127.0.0.1:${ready.port}`,
    used: () => ask({ kind: 'used' }),
    addEvent: (job, seq) => ask({ kind: 'event', job, seq }),
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
