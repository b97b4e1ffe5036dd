import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { connectIssues } from '../../../src/action/control-plane/standalone/connect-issues.ts'
import { readRepository } from '../../../src/action/control-plane/standalone/workflow-run.ts'
import { RunFailure } from '../../../src/action/outcome/run-failure.ts'
import { openPullRequest, updateText } from '../../../src/action/pull-request/open-pull-request.ts'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { convertManifest } from '../../../src/app/github/rest/convert-manifest.ts'
import { inspectApp } from '../../../src/app/github/rest/inspect-app.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import { onboardGithub } from '../../../src/app/github/rest/onboard.ts'
import { readPeople } from '../../../src/app/github/sign-in/read-people.ts'
import { portArguments } from '../../app/github/port-arguments.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'
import { describedGithub, isRounded, type Outcome } from './described-github.ts'
import { type Json, openDescription, type Variation } from './description.ts'

type Call = () => unknown

const REF = { installationId: 1, id: 1, owner: 'acme', name: 'docs' }

/** Every call of the server that asks GitHub. */
function callsOfApp(apiUrl: string): Record<string, Call> {
  const { octokits } = createProbot({
    ...{ appId: 1, privateKey: makePrivateKey(), webhookSecret: 'secret', apiUrl },
    ...{ log: pino({ level: 'silent' }), apiVersion: '2022-11-28' },
  })
  const access = { octokits, now: Date.now }
  const port = () => createGithub({ ...access, webUrl: 'https://github.com' })
  const people = readPeople(access)
  const inspection = inspectApp({ ...access, apiUrl })
  const onboarding = onboardGithub(access)
  const written = { base: 'a', parents: ['a'], files: [], message: 'x' }
  const text = { title: 'x', body: 'x' }
  const calls: Record<string, Call> = {}
  for (const [method, given] of Object.entries(portArguments(REF)))
    calls[method] = () => {
      // The identity of the App is kept: each call has a port of its own.
      const call = (port() as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[method]
      return call?.(...given)
    }
  return {
    ...calls,
    'withMergeWriter, which writes': () =>
      port().withMergeWriter(REF, async (writer) => [
        await writer.makeTree('a', []),
        await writer.makeCommit({ tree: 'a', parents: [], message: 'x' }),
        await writer.moveBranch('x', 'a'),
      ]),
    'cancelWorkflowRun by force': () => port().cancelWorkflowRun(REF, 1, 'force-cancel'),
    'react to a review comment': () => port().react(REF, { kind: 'review-comment', id: 1 }, 'eyes'),
    'listSignedAttachments of a review comment': () =>
      port().listSignedAttachments(REF, { kind: 'review-comment', pull: 1, id: 1 }),
    readPerson: () => people.readPerson('t'),
    'listInstallations of a person': () => people.listInstallations('t'),
    'listRepositories of a person': () => people.listRepositories('t', 1),
    readRight: () => people.readRight('t', REF),
    isOwner: () => people.isOwner('t', 'acme'),
    readApp: () => inspection.readApp(),
    readWebhook: () => inspection.readWebhook(),
    listDeliveries: () => inspection.listDeliveries(),
    readWorkflowState: () => inspection.readWorkflowState(REF, 'x.yml'),
    readWorkflowFile: () => inspection.readWorkflowFile(REF, 'x.yml'),
    readAccountFile: () => inspection.readAccountFile(REF, 'x.yml'),
    readSettings: () => inspection.readSettings(REF),
    findPull: () => onboarding.findPull(REF, 'x'),
    changedPaths: () => onboarding.changedPaths(REF, 'main', 'x'),
    listRoot: () => onboarding.listRoot(REF, 'main'),
    withWriter: () =>
      onboarding.withWriter(REF, async (writer) => [
        await writer.commit(written),
        await writer.createBranch('x', 'a'),
        await writer.moveBranch('x', 'a'),
        await writer.openPull({ ...text, head: 'x', base: 'main' }),
        await writer.changePull(1, text),
        await writer.deleteBranch('x'),
      ]),
    convertManifest: () => convertManifest({ apiUrl, apiVersion: '2022-11-28' }, 'code'),
  }
}

/** Every call of the action that asks GitHub, without those of a push, which need a repository. */
function callsOfAction(apiUrl: string): Record<string, Call> {
  const { signal } = new AbortController()
  const access = { apiUrl, token: 't', owner: 'acme', name: 'docs', repositoryId: 1 }
  const issues = connectIssues({ ...access, signal })
  // Nothing is retried.
  const retry = { now: () => 0, deadline: 0, onWait: () => {}, pause: async () => {} }
  const pull = {
    known: null,
    base: 'text',
    branch: 'text',
    title: 'x',
    body: 'x',
    draft: false,
    draftNote: null,
  }
  const file = { path: 'x.yml' }
  return {
    readRepository: () =>
      readRepository({
        ...access,
        repository: 'acme/docs',
        signal,
        environment: { GITHUB_REPOSITORY_ID: '1' },
      }),
    mayWrite: () => issues.mayWrite({ id: 1, login: 'ana' }),
    react: () => issues.react(1),
    comment: () => issues.comment(1, 'x', retry),
    updateComment: () => issues.updateComment(1, 'x', null),
    readFile: () => issues.readFile(file.path),
    listComments: () => issues.listComments(1),
    readComment: () => issues.readComment(1),
    readRun: () => issues.readRun(1),
    readPull: () => issues.readPull(1),
    listRuns: () => issues.listRuns('x.yml', new Date(0)),
    cancelRun: () => issues.cancelRun(1),
    openPullRequest: () => openPullRequest({ ...access, ...retry, ...pull }),
    'openPullRequest, which creates': () =>
      openPullRequest({ ...access, ...retry, ...pull, branch: 'other' }),
    updateText: () => updateText({ ...access, ...retry }, { number: 1, body: 'x' }),
  }
}

/** It does 30,000 requests. */
const MINUTES = 900_000

const VERSIONS = ['api.github.com', 'ghes-3.17', 'ghes-3.19'] as const
type Version = (typeof VERSIONS)[number]

/** Routes that no call above asks. */
const UNASKED: readonly string[] = [
  // Of a protected branch only.
  'GET /repos/{owner}/{repo}/rules/branches/{branch}',
  // Of a push.
  'POST /repos/{owner}/{repo}/git/blobs',
]

type Judge = (variation: Variation, outcome: Outcome) => string | null

/** The server knows an outage, which it retries, and a refusal, which has a reason. Anything else is a fault of ours. */
const judgeApp: Judge = (variation, outcome) => {
  if (isRounded(variation, outcome)) return 'rounded'
  const mustBeRead = variation.isDescribed && !variation.isLong && !variation.isBlank
  if (outcome.kind === 'answer')
    return mustBeRead && /"kind":"(?:unknown|failed)"/.test(outcome.shown) ? 'not read' : null
  const { error } = outcome
  if (error instanceof GithubRefused) return null
  if (!(error instanceof GithubUnavailable)) return 'crashed'
  return mustBeRead ? 'not read' : null
}

/** The action reads each answer that GitHub describes. Any other ends its run, with a reason that names it. */
const judgeAction: Judge = (variation, outcome) => {
  if (isRounded(variation, outcome)) return 'rounded'
  const mustBeRead = variation.isDescribed && !variation.isLong && !variation.isBlank
  if (outcome.kind === 'answer') return mustBeRead && /"ok":false/.test(outcome.shown) ? 'not read' : null
  if (!(outcome.error instanceof RunFailure)) return 'crashed'
  return mustBeRead ? 'not read' : null
}

/** What is refused although GitHub describes it, with the reason. */
const REFUSED: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /GET \/app: the body is null/, why: 'there is no App of which nothing is known' },
  {
    pattern: /conversions: webhook_secret is null/,
    why: 'the server receives webhooks, and asked for a secret',
  },
]

async function findFaults(version: Version, callsOf: typeof callsOfApp, judge: Judge) {
  const opened = openDescription(version)
  const github = await describedGithub(opened)
  onTestFinished(() => void github.close())
  const faults: string[] = []
  const asked = new Set<string>()
  let count = 0
  for (const [name, call] of Object.entries(callsOf(github.url))) {
    const { outcome: before, routes } = await github.begin(call)
    if (before.kind === 'rejected') faults.push(`${name}: ${before.shown}`)
    for (const { route, status, base } of routes) {
      asked.add(route)
      if (base === null) continue
      const observe = (text: string) => github.observe(call, { route, text })
      /** A place that may be absent or null without an effect is not read, nor is what is in it. */
      const enter = async (without: readonly Json[]) => {
        for (const body of without)
          if ((await observe(JSON.stringify(body))).shown !== before.shown) return true
        return false
      }
      for await (const variation of opened.vary(['responses', route, status], base, enter)) {
        count += 1
        const outcome = await observe(variation.text)
        const fault = judge(variation, outcome)
        const where = `${route}: ${variation.what}`
        if (fault !== null && !REFUSED.some(({ pattern }) => pattern.test(where)))
          faults.push(`${name}: ${where}: ${fault}: ${outcome.shown.slice(0, 200)}`)
      }
    }
  }
  return { faults, asked, count, described: github.described.map(({ route }) => route) }
}

test.each(VERSIONS)(
  'server and action read every response that %s describes',
  async (version) => {
    const server = await findFaults(version, callsOfApp, judgeApp)
    const action = await findFaults(version, callsOfAction, judgeAction)
    expect([...server.faults, ...action.faults]).toEqual([])
    expect(server.count).toBeGreaterThan(1000)
    const unasked = server.described.filter((route) => !server.asked.has(route) && !action.asked.has(route))
    expect(unasked).toEqual(UNASKED)
  },
  MINUTES,
)
