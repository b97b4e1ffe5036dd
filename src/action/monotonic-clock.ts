/**
 * Milliseconds since 1970, by a clock that only goes forward: a runner's clock may be set while a job runs, after a
 * pause of its machine, say, and must neither end the run's time nor add to it.
 */
export const monotonicClock = (): number => Math.round(performance.timeOrigin + performance.now())
