import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol/protocol.ts'
import { type ChecksReport, failuresOf, listReport } from '../checks/checks-report.ts'
import { publishedOf, type RunOutcome, reasonOf, statusOf } from '../outcome/outcome.ts'
import { countOf, describeMoney, escapeHtml } from '../text/format.ts'

/** What the page of the workflow run may show. */
export interface SummaryView {
  readonly end: RunOutcome
  /** Empty if the prompts are confidential. The agent's summary is then also left out. */
  readonly prompts: readonly NumberedPrompt[]
}

const MAX_FILES = 50
const MAX_TEXT_LENGTH = 4000
const OUTPUT_LINES = 40

/**
 * The step summary, in Markdown. Texts of people and models are escaped and preformatted: GitHub renders images and links
 * in a summary, and an image on another host can leak data.
 */
export function renderStepSummary({ end, prompts }: SummaryView): string {
  const published = publishedOf(end.ending)
  const why = reasonOf(end.ending)
  return [
    `## Prentice: ${statusOf(end.ending)}`,
    why && `\`${why.code}\``,
    why && preformatted(why.message),
    published && `Pull request [#${published.pullRequest.number}](${published.pullRequest.url})`,
    !published && end.pushed && `Branch <code>${literal(end.pushed.branch)}</code>, without a pull request`,
    ...end.notices.map(preformatted),
    end.patchPath !== null && `The change is saved in the file that the output \`patch-path\` names.`,
    ...prompts.map((prompt) => `### Prompt\n\n${preformatted(prompt.text)}`),
    prompts.length > 0 && end.summary && `### Summary of the agent\n\n${preformatted(end.summary)}`,
    end.checks && showChecks(end.checks),
    end.files.length > 0 && listFiles(end.files),
    end.usage && usageTable(end.usage),
    end.perStep.length > 1 && stepsTable(end.perStep),
  ]
    .filter((part) => typeof part === 'string')
    .join('\n\n')
    .concat('\n')
}

function showChecks(report: ChecksReport): string {
  const outputs = failuresOf(report).map(({ name, output }) => {
    const tail = output.trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n')
    return preformatted(`${name}\n\n${tail.slice(-MAX_TEXT_LENGTH / 2)}`)
  })
  return ['### Checks', preformatted(listReport(report).join('\n')), ...outputs].join('\n\n')
}

function listFiles(files: readonly string[]): string {
  const shown = files.slice(0, MAX_FILES).map((path) => `- <code>${literal(path)}</code>`)
  const more = files.length > MAX_FILES ? [`- and ${files.length - MAX_FILES} more`] : []
  return ['### Files', '', ...shown, ...more].join('\n')
}

/** GitHub accepts a summary of at most 1 MiB. */
const MAX_STEPS = 200

const COLUMNS = 'Input tokens | Cached | Output tokens | Estimated cost |'

function stepsTable(answers: readonly AnswerUsage[]): string {
  const rows = answers.slice(0, MAX_STEPS).map((answer) => {
    const remarks = [answer.brokenOff && 'interrupted', answer.estimated && 'estimated'].filter(Boolean)
    const step = [answer.step, ...remarks].join(', ')
    return `| ${step} | ${counts(answer)} |`
  })
  const more = answers.length > MAX_STEPS ? ['', `and ${answers.length - MAX_STEPS} more`] : []
  return [
    '<details><summary>Each step</summary>',
    '',
    `| Step | ${COLUMNS}`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    ...more,
    '',
    '</details>',
  ].join('\n')
}

function usageTable(usage: Usage): string {
  const { brokenOff = 0, estimated = 0, models = [] } = usage
  const several =
    models.length < 2
      ? []
      : [
          '',
          `Of them ${models.map(({ model, steps }) => `${countOf(steps, 'step')} of <code>${escapeHtml(model)}</code>`).join(', ')}.`,
        ]
  const broken =
    brokenOff === 0
      ? []
      : [
          '',
          `${countOf(brokenOff, 'answer')} of the model ${brokenOff === 1 ? 'was' : 'were'} interrupted. The sums include the tokens that the provider had reported by then; the cost may be higher.`,
        ]
  const guessed =
    estimated === 0
      ? []
      : [
          '',
          `The provider reported no tokens for ${countOf(estimated, 'answer')}: they are estimated from the length.`,
        ]
  return [
    `| Steps | ${COLUMNS}`,
    '| --- | --- | --- | --- | --- |',
    `| ${usage.steps} | ${counts(usage)} |`,
    ...several,
    ...broken,
    ...guessed,
  ].join('\n')
}

function counts(used: Omit<AnswerUsage, 'step' | 'brokenOff' | 'estimated'>): string {
  const { inputTokens, cachedInputTokens, outputTokens, costUsd } = used
  const cost = costUsd === null ? 'unknown' : describeMoney(costUsd)
  return [inputTokens, cachedInputTokens, outputTokens, cost].join(' | ')
}

function preformatted(text: string): string {
  const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
  return `<pre>${escapeHtml(short)}</pre>`
}

/** Markdown is parsed inside `<code>`, and a file may have the name of an image. An entity is never markup. */
const literal = (path: string): string =>
  path.replace(/[^\p{L}\p{N}./ -]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0) ?? 0};`)
