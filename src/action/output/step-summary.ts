import type { AnswerUsage, Usage } from '../../contract/run.ts'
import type { NumberedPrompt } from '../../contract/runner-protocol.ts'
import type { ChecksReport } from '../checks/check-result.ts'
import { failuresOf, listReport } from '../checks/describe-checks.ts'
import { publishedOf, type RunOutcome, reasonOf, statusOf } from '../outcome/outcome.ts'
import { countOf, describeMoney, escapeHtml } from '../text/format.ts'

/** What a person may be told about the job on the page of the workflow run. */
export interface SummaryView {
  readonly end: RunOutcome
  /** Empty where the prompt must appear nowhere on GitHub; what the agent says of it stays away then, too. */
  readonly prompts: readonly NumberedPrompt[]
}

const MOST_FILES = 50
const LONGEST_TEXT = 4000
const OUTPUT_LINES = 40

/**
 * The step summary, in Markdown. Texts of people and models are shown as escaped, preformatted text: GitHub renders
 * images and links in a summary, and an image of a foreign host carries data out.
 */
export function renderStepSummary({ end, prompts }: SummaryView): string {
  const published = publishedOf(end.ending)
  const why = reasonOf(end.ending)
  return [
    `## Prentice: ${statusOf(end.ending)}`,
    why && `\`${why.code}\``,
    why && preformatted(why.message),
    published && `Pull request [#${published.pullRequest.number}](${published.pullRequest.url})`,
    ...end.notices.map(preformatted),
    end.patchPath !== null && `The change is kept in the file that the output \`patch-path\` names.`,
    ...prompts.map((prompt) => `### Prompt\n\n${preformatted(prompt.text)}`),
    prompts.length > 0 && end.summary && `### What the agent says\n\n${preformatted(end.summary)}`,
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
    return preformatted(`${name}\n\n${tail.slice(-LONGEST_TEXT / 2)}`)
  })
  return ['### Checks', preformatted(listReport(report).join('\n')), ...outputs].join('\n\n')
}

function listFiles(files: readonly string[]): string {
  const shown = files.slice(0, MOST_FILES).map((path) => `- <code>${literal(path)}</code>`)
  const more = files.length > MOST_FILES ? [`- and ${files.length - MOST_FILES} more`] : []
  return ['### Files', '', ...shown, ...more].join('\n')
}

/** GitHub takes a summary of a mebibyte. */
const MOST_STEPS = 200

const COLUMNS = 'Tokens in | of them cached | Tokens out | Cost, by estimate |'

function stepsTable(answers: readonly AnswerUsage[]): string {
  const rows = answers.slice(0, MOST_STEPS).map((answer) => {
    const marks = [answer.brokenOff && 'broke off', answer.estimated && 'estimated'].filter(Boolean)
    const step = [answer.step, ...marks].join(', ')
    return `| ${step} | ${counts(answer)} |`
  })
  const more = answers.length > MOST_STEPS ? ['', `and ${answers.length - MOST_STEPS} more`] : []
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
  const { brokenOff = 0, estimated = 0 } = usage
  const broken =
    brokenOff === 0
      ? []
      : [
          '',
          `Of the model's answers, ${brokenOff} broke off. What the provider had said of their tokens by then is in the sums; they may have cost more.`,
        ]
  const guessed =
    estimated === 0
      ? []
      : [
          '',
          `Of ${countOf(estimated, 'answer')} the provider counted nothing: the tokens are estimated by size.`,
        ]
  return [
    `| Steps | ${COLUMNS}`,
    '| --- | --- | --- | --- | --- |',
    `| ${usage.steps} | ${counts(usage)} |`,
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
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  return `<pre>${escapeHtml(short)}</pre>`
}

/** Markdown is live inside `<code>`: a file may be named like an image. An entity is never markup. */
const literal = (path: string): string =>
  path.replace(/[^\p{L}\p{N}./ -]|(?<=www)\./giu, (mark) => `&#${mark.codePointAt(0) ?? 0};`)
