import type { Reason } from '../../contract/reasons.ts'
import type { PublishRules } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ChecksReport } from '../checks/check-result.ts'
import type { Confidentiality } from '../confidential/confidentiality.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { RefusedPath } from '../git/policy/describe-refusals.ts'
import type { Log } from '../log/log.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** Where the run takes place. */
export interface RunEnvironment {
  /** The environment as the step got it, secrets included: for the model's key, and for what git needs of it. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** A folder of this run's own, outside the workspace; gone when the job ends. */
  readonly scratch: string
  /** A folder that later steps of the workflow can read. */
  readonly temp: string
  readonly apiUrl: string
  readonly secrets: Secrets
  readonly log: Log
  readonly signal: AbortSignal
  readonly now: () => number
  /** A few random letters and digits: what the agent reads is framed with them. */
  readonly mark: string
}

/** A claimed run while it goes on. */
export interface RunContext extends RunEnvironment {
  readonly engagement: ControlPlane
  readonly discretion: Confidentiality
  /** What is known so far, for the report of a run that ends early. */
  readonly known: {
    rules: PublishRules
    tree: Checkout | null
    outcome: AgentOutcome | null
    /** File with all that was said between agent and model. */
    transcript: string | null
    files: readonly string[]
    /** What the words of the agent may link to. */
    hosts: ReadonlySet<string>
    /** What the project's checks say of the change, fit to be shown; `null`: none ran or was to run. `tree`: on which. */
    checks: { readonly report: ChecksReport; readonly tree: string } | null
    /** What a person should know of the run beside how it ended. */
    readonly notices: string[]
    /** Changes that the agent was not let make. */
    readonly refused: RefusedPath[]
  }
}

/** The git part and the model part give a refusal as a value; here it ends the run. */
export function orFail<T extends { readonly ok: true }>(
  result: T | { readonly ok: false; readonly reason: Reason },
): T {
  if (result.ok) return result
  throw new RunFailure(result.reason)
}
