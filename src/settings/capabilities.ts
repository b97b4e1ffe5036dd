import { mapOf, trueOrFalse } from './value-types.ts'

const onOrOff = () => trueOrFalse().optional()

/** What an account may switch off for all of its repositories. Everything that is not named is on. */
export const Capabilities = mapOf({
  /** Mentions in comments start and continue work. */
  comments: onOrOff(),
  /** Labels start work. */
  labels: onOrOff(),
  /** Reviews continue work. */
  reviews: onOrOff(),
  /** Members of the teams that a repository names may ask without write access. */
  teams: onOrOff(),
  /** Bots that a repository names may ask. */
  bots: onOrOff(),
  /** Merges in other repositories start work. */
  watch: onOrOff(),
  /** Runs read the other repositories that a repository names. */
  context: onOrOff(),
  /** Runs ask the MCP servers that a repository names. */
  mcp: onOrOff(),
  /** Jobs that were requested on GitHub have a comment. */
  'job-comments': onOrOff(),
  /** Commits of Prentice have a check run. */
  'check-runs': onOrOff(),
  /** The server opens the pull request that adds the workflow file. */
  onboarding: onOrOff(),
})

export type Capability = keyof typeof Capabilities.shape

export const CAPABILITIES = Object.keys(Capabilities.shape) as readonly Capability[]

/** Pure. */
export const switchedOff = ({
  capabilities,
}: {
  readonly capabilities?: { readonly [name in Capability]?: boolean | undefined } | undefined
}): Capability[] => CAPABILITIES.filter((name) => capabilities?.[name] === false)
