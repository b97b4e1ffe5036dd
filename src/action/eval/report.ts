import { createHash } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import type { EvalPull, EvalReport, Mark, ModelSummary, Passed } from '../../contract/local-eval.ts'
import { countOf, describeMoney, escapeHtml } from '../text/format.ts'

// Egress: writes the report, whose texts are those of GitHub and of reasons, to the file that the person names.

/** Writes the page in one step, so that nobody reads half of it. */
export async function writeReport(path: string, report: EvalReport): Promise<void> {
  const next = `${path}.next`
  await writeFile(next, renderReport(report), { mode: 0o600 })
  await rename(next, path)
}

const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; margin: 1rem 0 2rem }
th, td { border-bottom: 1px solid #8884; padding: 0.375rem 0.5rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
.note { border-left: 4px solid #b58900; padding: 0.25rem 1rem }
small { opacity: 0.8 }
`

/** A page without a script, which loads nothing and sends nothing. Pure. */
export function renderReport(report: EvalReport): string {
  const { repository, url, commit, pulls, models, skipped, missing, spentUsd, maxCostUsd } = report
  const used = pulls.filter(({ verdict }) => verdict?.isUsed === true)
  const unused = pulls.filter(({ verdict }) => verdict?.isUsed === false)
  const hash = createHash('sha256').update(STYLE).digest('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Evaluation of ${text(repository)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Evaluation of ${link(url, repository)}</h1>
<p>${countOf(used.length, 'merged pull request')} with the settings of ${text(commit.slice(0, 10))}, for ${describeMoney(spentUsd)} of at most ${describeMoney(maxCostUsd)}.</p>
${missing === null ? '' : `<p class="note">Not complete: ${text(missing)}.</p>\n`}<h2>Models</h2>
<div class="wide"><table>
<tr><th>Model</th><th class="n">Resolved</th><th class="n">Unmarked</th>${report.repeat > 1 ? '<th class="n">Each time</th>' : ''}<th class="n">Broken</th><th class="n">Cost</th><th class="n">Median cost</th><th class="n">Median time</th><th class="n">Median steps</th><th class="n">Size</th><th>Cut-off</th></tr>
${models.map((model) => modelRow(model, report.repeat)).join('\n')}
</table></div>
<p><small>Resolved: runs after which each check passes with the human’s tests. Unmarked: only runs without a mark below. Broken runs count nowhere. Size: lines of the model for each line of the human, median of resolved runs, without tests.</small></p>
<h2>Runs</h2>
<div class="wide"><table>
<tr><th>Pull request</th><th>Asked for by</th><th>Model</th><th>Result</th><th class="n">Fail to pass</th><th class="n">Pass to pass</th><th class="n">Cost</th><th class="n">Time</th><th class="n">Steps</th><th class="n">Files, lines</th><th class="n">Of the human</th><th>Marks</th></tr>
${used.map((pull) => pullRows(pull, url)).join('\n')}
</table></div>
<h2>Not used</h2>
${unused.length === 0 ? '<p>None.</p>' : `<table>\n<tr><th>Pull request</th><th>Why</th></tr>\n${unused.map((pull) => unusedRow(pull, url)).join('\n')}\n</table>`}
<p>Besides, ${countOf(skipped.withoutTests, 'newer pull request')} without tests or with nothing else, and ${skipped.notHere} that the history of HEAD does not have.</p>
</body>
</html>
`
}

/** What a stranger wrote, without what changes the direction of text. */
const text = (value: string): string =>
  escapeHtml(value.replace(/[\p{Cc}\p{Cf}]/gu, ' ')).replaceAll("'", '&#39;')

const link = (url: string, name: string): string =>
  /^https?:\/\//.test(url) ? `<a href="${text(url)}" rel="noreferrer">${text(name)}</a>` : text(name)

const ofAll = ({ passed, of }: Passed): string =>
  of === 0 ? '–' : `${passed} of ${of}${percent({ passed, of })}`

/** A percentage of fewer says more than is known. */
const LEAST_FOR_PERCENT = 20
const percent = ({ passed, of }: Passed): string =>
  of < LEAST_FOR_PERCENT ? '' : ` (${Math.round((100 * passed) / of)} %)`

const number = (cell: string): string => `<td class="n">${cell}</td>`
const money = (usd: number | null): string => (usd === null ? '–' : describeMoney(usd))
const rounded = (value: number | null, unit = ''): string =>
  value === null ? '–' : `${Math.round(value)}${unit}`

function modelRow(summary: ModelSummary, repeat: number): string {
  const { model, resolved, unmarked, always, broken, costUsd, medianSizeRatio } = summary
  const cells = [
    ofAll(resolved),
    ofAll(unmarked),
    ...(repeat > 1 ? [ofAll(always)] : []),
    String(broken),
    money(costUsd),
    money(summary.medianCostUsd),
    rounded(summary.medianSeconds, ' s'),
    rounded(summary.medianSteps),
    medianSizeRatio === null ? '–' : medianSizeRatio.toFixed(1),
  ]
  return `<tr><td>${text(model)}</td>${cells.map(number).join('')}<td>${text(summary.cutOff ?? 'not known')}</td></tr>`
}

const pullCell = ({ number: id, title, mergedAt }: EvalPull, url: string): string =>
  `<td>${link(`${url}/pull/${id}`, `#${id}`)} ${text(title)}<br><small>merged ${text(mergedAt.slice(0, 10))}</small></td>`

const MARKS: Readonly<Record<Mark, string>> = {
  'before-cut-off': 'merged before the cut-off',
  'cut-off-unknown': 'cut-off not known',
  'shows-change': 'text has lines of the change',
  'edited-later': 'text edited later',
}

function pullRows(pull: EvalPull, url: string): string {
  const { asked, human, attempts, verdict } = pull
  const isUnbuilt = verdict?.isUsed === true && verdict.isUnbuilt
  const from = `${asked.from === 'issue' ? `issue #${asked.number}` : 'its description'}${isUnbuilt ? '<br><small>tests do not build before it</small>' : ''}`
  const start = `${pullCell(pull, url)}<td>${from}</td>`
  const size = `${human.files}, ${human.lines}`
  if (attempts.length === 0) return `<tr>${start}<td colspan="8">no run yet</td>${number(size)}<td></td></tr>`
  return attempts
    .map((attempt) => {
      const { model, repeat, resolved, outcome, why, failToPass, passToPass, leftOut, marks } = attempt
      const how =
        resolved === null
          ? '– broke'
          : resolved
            ? '✓ resolved'
            : `✗ ${outcome === 'changed' ? 'not resolved' : outcome}`
      const notes = [
        ...(why === null ? [] : [why]),
        ...(leftOut.length === 0 ? [] : [`without its ${leftOut.join(', ')}`]),
      ]
      const cells = [
        failToPass === null ? '–' : ofAll(failToPass),
        passToPass === null ? '–' : ofAll(passToPass),
        money(attempt.costUsd),
        rounded(attempt.seconds, ' s'),
        String(attempt.steps),
        attempt.size === null ? '–' : `${attempt.size.files}, ${attempt.size.lines}`,
        size,
      ]
      const said = notes.map((note) => `<br><small>${text(note)}</small>`).join('')
      return `<tr>${start}<td>${text(model)} (${repeat})</td><td>${how}${said}</td>${cells.map(number).join('')}<td>${marks.map((mark) => MARKS[mark]).join('<br>')}</td></tr>`
    })
    .join('\n')
}

const unusedRow = (pull: EvalPull, url: string): string =>
  `<tr>${pullCell(pull, url)}<td>${text(pull.verdict?.isUsed === false ? pull.verdict.why : '')}</td></tr>`
