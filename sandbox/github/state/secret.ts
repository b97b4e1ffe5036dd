/** A secret of Actions, of a repository or an organisation. */
export interface Secret {
  readonly value: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** By their names, in capitals. */
export type SecretsByName = Map<string, Secret>
