/** What was last updated at the time of `since` or later; without it, everything. */
export function updatedSince<T extends { readonly updatedAt: Date }>(
  { query }: { readonly query: URLSearchParams },
  all: readonly T[],
): readonly T[] {
  const since = query.get('since')
  return since === null ? all : all.filter(({ updatedAt }) => updatedAt >= new Date(since))
}
