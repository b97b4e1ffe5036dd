export interface RefChange {
  readonly ref: string
  /** `null`: the ref is new. */
  readonly before: string | null
  /** `null`: the ref was deleted. */
  readonly after: string | null
}

type Refs = ReadonlyMap<string, string>

export const refChanges = (before: Refs, after: Refs): RefChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((ref) => ({ ref, before: before.get(ref) ?? null, after: after.get(ref) ?? null }))
    .filter((change) => change.before !== change.after)
