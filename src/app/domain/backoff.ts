/** From 0 to 1, as Math.random; handed in, so that a test decides. */
export type Random = () => number

/** Milliseconds to wait before attempt number `tried` + 1: 2 s, doubled up to 5 minutes, of which up to half is random. */
export const backoff = (tried: number, random: Random): number => {
  const full = Math.min(300_000, 2_000 * 2 ** Math.min(tried, 10))
  return Math.round(full / 2 + random() * (full / 2))
}

/** 1 s to 10 s, added to a time that many entries share, so that they do not all become due simultaneously. */
export const jitter = (random: Random): number => Math.round(1_000 + random() * 9_000)
