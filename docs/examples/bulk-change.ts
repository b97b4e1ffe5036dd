/**
 * The same change in many repositories, with a pilot and a report:
 *
 *   node bulk-change.ts start PROMPT.md REPOSITORIES.txt   tries the prompt on two repositories
 *   node bulk-change.ts continue BATCH > report.md         changes the others
 *
 * REPOSITORIES.txt has one owner/name in each line. Needs PRENTICE_URL and PRENTICE_API_KEY.
 */
import { readFileSync } from 'node:fs'
import { type BatchJob, createClient } from 'prentice/client'

const prentice = createClient({
  url: process.env.PRENTICE_URL ?? '',
  apiKey: process.env.PRENTICE_API_KEY ?? '',
})

const row = ({ repository, status, prLink, reason, costUsd }: BatchJob): string =>
  `| ${repository} | ${status} | ${prLink ?? reason ?? ''} | ${costUsd.toFixed(2)} |`

/** Waits until the batch has ended or waits for a person, and prints a table in Markdown. */
async function report(id: string): Promise<void> {
  const { status, reason, jobs, costUsd } = await prentice.batches.wait(id)
  console.log('| Repository | Status | Result | Dollars |\n|---|---|---|---|')
  for await (const job of prentice.batches.jobs(id)) console.log(row(job))
  console.log(
    `\n${status}: ${jobs.completed} of ${jobs.total} completed, ${jobs.failed} failed, ${costUsd.toFixed(2)} dollars`,
  )
  if (reason !== null) console.log(reason)
}

const [action, first = '', second = ''] = process.argv.slice(2)
if (action === 'start') {
  const names = readFileSync(second, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const found = await Promise.all(names.map((name) => prentice.projects.find(name)))
  const missing = names.filter((_, i) => found[i] === null)
  if (missing.length > 0) throw new Error(`the API key does not cover ${missing.join(', ')}`)
  const { id } = await prentice.batches.create({
    prompt: readFileSync(first, 'utf8'),
    projectIds: found.flatMap((project) => project?.id ?? []),
    first: 2,
    atOnce: 10,
    limitUsd: 100,
  })
  await report(id)
  console.log(`\nRead the pull requests. Then: node bulk-change.ts continue ${id}`)
} else if (action === 'continue') {
  await prentice.batches.continue(first)
  await report(first)
} else {
  throw new Error('usage: node bulk-change.ts start PROMPT.md REPOSITORIES.txt | continue BATCH')
}
