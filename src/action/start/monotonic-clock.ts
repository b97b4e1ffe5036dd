/**
 * Milliseconds since 1970, by a clock that only goes forward. The clock of the machine may be set while a job runs, for
 * example after the machine was paused, and must not shorten or extend the run.
 */
export const monotonicClock = (): number => Math.round(performance.timeOrigin + performance.now())
