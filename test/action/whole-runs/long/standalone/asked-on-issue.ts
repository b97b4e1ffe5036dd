import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccount } from '../../../../../sandbox/github/accounts/accounts.ts'
import { openIssue } from '../../../../../sandbox/github/issues/change-issue.ts'
import type { Account } from '../../../../../sandbox/github/state/account.ts'
import type { Role, Run } from '../../../../../sandbox/github/state/repository.ts'
import { findWorkflow } from '../../../../../sandbox/github/workflows/find-workflow.ts'
import type { FakeGitHub, GitHubOptions } from '../../../../fakes/github/fake-github.ts'
import { WORKFLOW_TOKEN } from '../../../../fakes/github/one-repository.ts'
import { anthropicMessages } from '../../../../fakes/model/wire/anthropic-messages.ts'
import { type Script, startScriptedProvider } from '../../../../fakes/model/wire/scripted-provider.ts'
import { openScene } from '../../../../support/whole-run/scene.ts'
import { startInProcess } from '../../../../support/whole-run/start-in-process.ts'
import type { StartAction, StartedAction } from '../../../../support/whole-run/started-action.ts'
import { call, finish, mark, read } from '../../../../support/whole-run/wire-world.ts'

const SOMEBODY = { name: 'x', email: 'x@example.com', date: '2026-11-20T12:00:00Z' }

/** Adds a run of the workflow, which has started a moment ago. */
export async function recordRun(
  { state, repository }: Pick<FakeGitHub, 'state' | 'repository'>,
  given: Pick<Run, 'actor' | 'triggeringActor' | 'displayTitle'> & Partial<Run>,
): Promise<Run> {
  const now = state.now()
  const sha = 'a'.repeat(40)
  const run: Run = {
    ...{ id: state.nextId(), repository, ref: 'refs/heads/main', sha, inputs: {}, number: 1, attempt: 1 },
    workflow: await findWorkflow(state, repository, 'prentice.yml'),
    headCommit: { sha, tree: sha, parents: [], author: SOMEBODY, committer: SOMEBODY, message: 'x' },
    event: 'workflow_dispatch',
    ...{ createdAt: now, startedAt: now, updatedAt: now },
    ...{ status: 'in_progress', conclusion: null, githubToken: '', idTokenSecret: null, log: [] },
    cancelListeners: [],
    ...given,
  }
  repository.runs.push(run)
  return run
}

const WORK: Script = [call(read(), mark(' A')), finish]

interface Payload extends Readonly<Record<string, unknown>> {
  readonly issue?: { readonly number: number; readonly title: string }
}

/**
 * A repository with the workflow of standalone mode, people, and an issue that `ana` opened. `ana` may write, `rob` may
 * read.
 */
export async function givenRepository(
  options: GitHubOptions & {
    script?: Script
    isPrivate?: boolean
    settings?: string
    /** `null`: the workflow file has no such line. */
    runName?: 'Prentice' | null
    /** Default: in this process. */
    startAction?: StartAction
    onStart?: (started: StartedAction) => void
  } = {},
) {
  const { folder, github, start } = await openScene(options.startAction ?? startInProcess, {
    ...options,
    files: {
      'hello.txt': 'Hello, world!\n',
      '.github/workflows/prentice.yml': 'on: issue_comment\njobs: {}\n',
      ...(options.settings !== undefined && { '.github/prentice.yml': options.settings }),
    },
  })
  const provider = await startScriptedProvider(anthropicMessages, options.script ?? WORK)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const { state, repository } = github
  const person = (login: string, role: Role): Account => {
    const account = createAccount(state, { login, type: 'User' })
    repository.roles.set(account.id, role)
    return account
  }
  const people = { ana: person('ana', 'write'), rob: person('rob', 'read') }
  const payloadPath = join(folder, 'event.json')
  const userOf = ({ id, login, type }: Account) => ({ id, login, type })

  /** Runs the action for an event, with this payload. */
  async function run(event: Run['event'], payload: Payload, more: Record<string, string> = {}) {
    const { issue } = payload
    const own = await recordRun(github, {
      ...{ event, actor: people.rob, triggeringActor: people.rob },
      displayTitle: options.runName === null ? (issue?.title ?? '') : `Prentice #${issue?.number}`,
    })
    writeFileSync(payloadPath, JSON.stringify(payload))
    const inputs = {
      ...{ run: '', 'app-url': '', prompt: '', model: anthropicMessages.model },
      'github-token': WORKFLOW_TOKEN,
    }
    const env = {
      ...anthropicMessages.environment(provider.origin, 'key-of-the-provider-1234567890'),
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: payloadPath,
      GITHUB_RUN_ID: `${own.id}`,
      ...Object.fromEntries(Object.entries(more).filter(([name]) => /^[A-Z]/.test(name))),
    }
    const given = Object.fromEntries(Object.entries(more).filter(([name]) => !/^[A-Z]/.test(name)))
    const started = start({ inputs: { ...inputs, ...given }, env })
    options.onStart?.(started)
    const ended = await started.ended
    Object.assign(own, { status: 'completed', conclusion: ended.code === 0 ? 'success' : 'failure' })
    return ended
  }
  const issueBy = (author: Account, body = 'The greeting has no mark.', title = 'Mark it') =>
    openIssue(state, repository, { title, body }, { account: author, viaApp: null })
  return {
    ...{ github, provider, state, repository, people, run, issueBy },
    comments: () => repository.comments.map(({ issue, body }) => ({ issue, body })),
    /** The payload of a comment that was just written. */
    commented(
      issue: { number: number; title: string; body: string | null; author: Account },
      body: string,
      by: Account,
      more: object = {},
    ) {
      const comment = {
        ...{ id: state.nextId(), issue: issue.number, author: by, viaApp: null, body },
        ...{ createdAt: state.now(), updatedAt: state.now() },
      }
      repository.comments.push(comment as unknown as (typeof repository.comments)[number])
      return {
        action: 'created',
        comment: { id: comment.id, body, user: userOf(by), performed_via_github_app: null },
        issue: { ...issue, user: userOf(issue.author), ...more },
      }
    },
    labelled: (
      issue: { number: number; title: string; body: string | null; author: Account },
      name: string,
      by: Account,
    ) => ({
      ...{ action: 'labeled', label: { name }, sender: userOf(by) },
      issue: { ...issue, user: userOf(issue.author) },
    }),
  }
}
