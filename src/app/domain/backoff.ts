/** Milliseconds to wait before try number `tried` + 1: 2 s doubling to 5 minutes, up to half of it at random. */
export const backoff = (tried: number, random: () => number = Math.random): number => {
  const full = Math.min(300_000, 2_000 * 2 ** Math.min(tried, 10))
  return Math.round(full / 2 + random() * (full / 2))
}

/** Milliseconds between 1 s and 10 s, for what would else come back all at once. */
export const jitter = (random: () => number = Math.random): number => Math.round(1_000 + random() * 9_000)
