import { type Reason, type ReasonCode, reason } from '../../contract/reasons.ts'

/** Ends the run with a reason. Stages throw it, `endRun` catches it. */
export class RunFailure extends Error {
  readonly reason: Reason

  constructor(why: Reason, options?: ErrorOptions) {
    super(why.message, options)
    this.name = 'RunFailure'
    this.reason = why
  }
}

export const fail = (code: ReasonCode, detail: string, cause?: unknown): RunFailure =>
  new RunFailure(reason(code, detail), cause === undefined ? {} : { cause })
