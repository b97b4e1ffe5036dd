export interface JobKey {
  readonly project: string
  readonly job: string
}

/**
 * The id a dispatch carries. It names project, job and turn, so that no look-up is needed; the runner takes it as
 * opaque. `run_<project without prefix>_<job without prefix>_<number>`
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
