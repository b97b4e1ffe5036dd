/** https://docs.github.com/en/rest/repos/rules */
export interface Ruleset {
  readonly id: number
  readonly name: string
  readonly enforcement: 'active' | 'disabled'
  /** Patterns of refs, `~DEFAULT_BRANCH` or `~ALL`. */
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly rules: readonly Rule[]
  readonly createdAt: Date
}

export interface Rule {
  readonly type: 'pull_request' | 'deletion' | 'non_fast_forward'
  /** Approving reviews that a pull request needs before its merge. */
  readonly approvals: number
}
