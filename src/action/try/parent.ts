import type { LocalRunMessage, LocalRunOrder } from '../../contract/local-run.ts'
import { Stopped } from '../outcome/stop.ts'

// Egress: sends the redacted log and result to the command line, over the channel with which it started this process.

/** The command line. */
export interface Parent<Request, Result> {
  readonly request: Promise<Request>
  send(message: LocalRunMessage<Result>): Promise<void>
  /** Whether the person agrees. */
  readonly ask: Ask
}

export type Ask = (about: readonly string[], question: string) => Promise<boolean>

/** `stop` is aborted if the command line says so, or ends. */
export function openParent<Request, Result>(stop: AbortController): Parent<Request, Result> {
  const request = Promise.withResolvers<Request>()
  let answer: (yes: boolean) => void = () => {}
  const abort = (): void => stop.abort(new Stopped('the command line', true))
  process.once('message', (first: Request) => {
    request.resolve(first)
    process.on('message', (order: LocalRunOrder) => {
      if (order.type === 'answer') answer(order.yes)
      else abort()
    })
  })
  process.once('disconnect', () => {
    request.reject(new Error('the command line has ended'))
    abort()
  })
  if (!process.connected) request.reject(new Error('the command line starts this program'))
  const send = (message: LocalRunMessage<Result>): Promise<void> =>
    new Promise((resolve) => {
      // After the command line has ended, nobody reads it.
      if (process.send === undefined || !process.connected) return resolve()
      process.send(message, () => resolve())
    })
  return {
    request: request.promise,
    send,
    ask: (about, question) =>
      new Promise((resolve, reject) => {
        answer = resolve
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
        void send({ type: 'ask', about, question })
      }),
  }
}
