import type { Confidentiality } from '../confidential/confidentiality.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import type { Log } from '../log/log.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { ScaleImage } from '../workspace/files/read-image.ts'

/** Where the run takes place. */
export interface RunEnvironment {
  /** Environment of the step, secrets included: it has the model's key and what git needs. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** A folder of this run alone, outside the workspace. The post step removes it. */
  readonly scratch: string
  /** A folder that later steps of the workflow can read. */
  readonly temp: string
  readonly apiUrl: string
  readonly secrets: Secrets
  readonly log: Log
  readonly signal: AbortSignal
  readonly now: () => number
  readonly scaleImage: ScaleImage
  /** A few random letters and digits, used in the delimiters around everything that the model reads. */
  readonly nonce: string
}

/** A claimed run. Stages read it; what they find out, they return. */
export interface RunContext extends RunEnvironment {
  readonly controlPlane: ControlPlane
  readonly confidentiality: Confidentiality
  /** When the run was claimed, by `now`. */
  readonly claimedAt: number
}
