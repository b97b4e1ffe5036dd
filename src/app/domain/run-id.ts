export interface JobKey {
  readonly project: string
  readonly job: string
}

/**
 * The id that a dispatch carries: `run_<project without prefix>_<job without prefix>_<number>`. It contains project, job
 * and run, so that the server needs no lookup. The runner treats it as opaque.
 */
export interface RunKey extends JobKey {
  readonly run: number
}

export const runId = (k: RunKey): string =>
  `run_${k.project.replace('prj_', '')}_${k.job.replace('job_', '')}_${k.run}`

export function parseRunId(id: string): RunKey | null {
  const match = /^run_([0-9a-z]+)_([0-9a-z]+)_([1-9][0-9]{0,5})$/.exec(id)
  return match ? { project: `prj_${match[1]}`, job: `job_${match[2]}`, run: Number(match[3]) } : null
}

/** The id of an event in the stream of its job: `<run>-<seq>`. */
export interface EventId {
  readonly run: number
  readonly seq: number
}

export const eventId = ({ run, seq }: EventId): string => `${run}-${seq}`

/** `null`: the text is not an event id. */
export function parseEventId(text: string): EventId | null {
  const match = /^([1-9]\d{0,5})-([1-9]\d{0,5})$/.exec(text)
  return match && { run: Number(match[1]), seq: Number(match[2]) }
}
