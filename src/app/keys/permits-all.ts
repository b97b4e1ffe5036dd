/**
 * Whether every one of them is permitted. If there is nothing to ask about, the answer is no, where `every` would say yes: a
 * list that was lost on the way must not grant anything.
 */
export const permitsAll = <T>(items: readonly T[], permits: (item: T) => boolean): boolean =>
  items.length > 0 && items.every(permits)
