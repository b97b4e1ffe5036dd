import type { Material } from '../../../contract/runner-protocol/material.ts'
import { shorten } from '../../../sanitize/neutralize.ts'
import type { CiCheck } from '../../github/workflow-run.ts'

/** A job of a workflow run that failed. */
export interface FailedJob {
  readonly name: string
  /** The end of its log; `null`: GitHub has none. */
  readonly log: string | null
}

/** What the agent is asked. The names of jobs and of check runs are data, because a workflow or an App can compute them. */
export const ciPrompt = (of: string): string =>
  `A check of the pull request failed: ${of}. The data has what failed, and the end of its logs or its report. Find the cause and fix it in the code of this repository. If the change of this pull request did not cause the failure, change nothing and say so in the summary.`

export const ciMaterial = (jobs: readonly FailedJob[]): Material[] =>
  jobs.map(({ name, log }) => ({
    of: 'the end of the log of a failed job',
    text: [`Job: ${name}`, '', log === null ? '(GitHub has no log of this job.)' : cleanLog(log)].join('\n'),
  }))

/** Of the report of a check run, which may have 128 KiB, as much as of a log. */
const MAX_REPORT = 16_384

export const checkMaterial = ({ name, report }: Pick<CiCheck, 'name' | 'report'>): Material[] => [
  {
    of: 'the report of a failed check',
    text: [
      `Check: ${name}`,
      '',
      report === '' ? '(The App reports nothing.)' : shorten(report, MAX_REPORT),
    ].join('\n'),
  },
]

/** Beginning of each line. */
const TIME = /^\ufeff?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/gm
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control sequences of terminals
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\))/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: all that are not line ends or tabs
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Without the times and the colours of a terminal, for fewer tokens. */
export const cleanLog = (log: string): string =>
  log.replaceAll('\r\n', '\n').replace(TIME, '').replace(ESCAPES, '').replace(CONTROLS, '').trimEnd()
