import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createAccount } from '../../../../../sandbox/github/accounts/accounts.ts'
import { openIssue } from '../../../../../sandbox/github/issues/change-issue.ts'
import type { Account } from '../../../../../sandbox/github/state/account.ts'
import type { Role } from '../../../../../sandbox/github/state/repository.ts'
import type { GitHubOptions } from '../../../../fakes/github/fake-github.ts'
import { WORKFLOW_TOKEN } from '../../../../fakes/github/one-repository.ts'
import { anthropicMessages } from '../../../../fakes/model/wire/anthropic-messages.ts'
import { type Script, startScriptedProvider } from '../../../../fakes/model/wire/scripted-provider.ts'
import { openScene } from '../../../../support/whole-run/scene.ts'
import { startInProcess } from '../../../../support/whole-run/start-in-process.ts'
import { call, finish, mark, read } from '../../../../support/whole-run/wire-world.ts'

const WORK: Script = [call(read(), mark(' A')), finish]

/**
 * A repository with the workflow of standalone mode, people, and an issue that `ana` opened. `ana` may write, `rob` may
 * read.
 */
export async function givenRepository(
  options: GitHubOptions & { script?: Script; isPrivate?: boolean; settings?: string } = {},
) {
  const { folder, github, start } = await openScene(startInProcess, {
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
  async function run(event: string, payload: object, more: Record<string, string> = {}) {
    writeFileSync(payloadPath, JSON.stringify(payload))
    const inputs = {
      ...{ run: '', 'app-url': '', prompt: '', model: anthropicMessages.model },
      'github-token': WORKFLOW_TOKEN,
    }
    const env = {
      ...anthropicMessages.environment(provider.origin, 'key-of-the-provider-1234567890'),
      GITHUB_EVENT_NAME: event,
      GITHUB_EVENT_PATH: payloadPath,
      ...Object.fromEntries(Object.entries(more).filter(([name]) => /^[A-Z]/.test(name))),
    }
    const given = Object.fromEntries(Object.entries(more).filter(([name]) => !/^[A-Z]/.test(name)))
    return start({ inputs: { ...inputs, ...given }, env }).ended
  }
  const issueBy = (author: Account, body = 'The greeting has no mark.') =>
    openIssue(state, repository, { title: 'Mark it', body }, { account: author, viaApp: null })
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
