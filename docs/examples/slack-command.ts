/**
 * A slash command of Slack: `/prentice your-org/your-repo Correct the spelling in README.md` creates a job, and says in the
 * channel how it ended. Needs SLACK_SIGNING_SECRET, PRENTICE_URL and PRENTICE_API_KEY; listens on PORT, or 8080.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { createClient } from 'prentice/client'

const { SLACK_SIGNING_SECRET = '', PRENTICE_URL = '', PRENTICE_API_KEY = '', PORT = '8080' } = process.env
if (SLACK_SIGNING_SECRET === '') throw new Error('set SLACK_SIGNING_SECRET')
const prentice = createClient({ url: PRENTICE_URL, apiKey: PRENTICE_API_KEY })

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
function isFromSlack(timestamp: string, signature: string, body: string): boolean {
  // Also false if it is no number.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const hash = createHmac('sha256', SLACK_SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')
  const [expected, given] = [Buffer.from(`v0=${hash}`), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** What the person reads immediately. Slack waits for three seconds, so the job is followed afterwards. */
async function onCommand(form: URLSearchParams): Promise<string> {
  const [, repository, prompt] = /^\s*([\w.-]+\/[\w.-]+)\s+(.*\S)\s*$/s.exec(form.get('text') ?? '') ?? []
  if (repository === undefined || prompt === undefined) return 'Usage: /prentice owner/name what to do'
  const project = await prentice.projects.find(repository)
  if (project === null) return `Prentice has no access to ${repository}.`
  const metadata = { slack: form.get('user_id') ?? '' }
  const job = await prentice.jobs.create(project.id, { prompt, metadata })
  // Slack accepts messages at this address for 30 minutes.
  const signal = AbortSignal.timeout(29 * 60_000)
  job
    .wait({ signal })
    .then((ended) => {
      const result = ended.prLink ?? ended.reason ?? 'nothing had to change'
      return post(form.get('response_url') ?? '', `${repository}: ${ended.status}, ${result}`)
    })
    .catch((error) => console.error(job.id, error))
  return `Working on it: ${job.id}`
}

async function post(url: string, text: string): Promise<void> {
  const body = JSON.stringify({ response_type: 'in_channel', text })
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(url, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`Slack responded ${status}`)
}

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  const header = (name: string): string => String(request.headers[name] ?? '')
  if (!isFromSlack(header('x-slack-request-timestamp'), header('x-slack-signature'), body)) {
    response.writeHead(401).end()
    return
  }
  const text = await onCommand(new URLSearchParams(body)).catch((error: Error) => `Failed: ${error.message}`)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }))
})
server.listen(Number(PORT), () => console.log('listening on', server.address()))
