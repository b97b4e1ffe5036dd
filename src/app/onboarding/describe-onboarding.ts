import { parseModelName, variablesOf } from '../../contract/model.ts'
import { type ActionRef, usesLineOf } from '../config/action-ref.ts'

/** No job has this branch: theirs end with ten characters of an id. */
export const ONBOARDING_BRANCH = 'prentice/onboarding'
export const ONBOARDING_TITLE = 'Set up Prentice'

export interface OnboardingText {
  /** Web address of the repository. */
  readonly url: string
  readonly paths: readonly string[]
  readonly actionRef: ActionRef
  /** Address of the server. */
  readonly publicUrl: string
  readonly defaultModel: string
  /** The repository whose template the workflow file comes from; `null`: the one of Prentice. */
  readonly templateFrom: string | null
  /** The workflow also has a schedule. */
  readonly hasSchedule: boolean
  /** The settings suggest commands from the files of the repository. */
  readonly hasSuggestion: boolean
  /** The commit that the branch points to. */
  readonly writtenSha: string
}

/** The text of the pull request: what it is, what happens after the merge, what is left to do, how to decline. */
export const describeOnboarding = (o: OnboardingText): string => `\
This pull request sets up [Prentice](${o.publicUrl}) in this repository. Prentice turns a prompt into a pull request. Nothing runs before you merge this one.

### What it adds

${o.paths.map((path) => `- ${describePath(path, o)}`).join('\n')}

### Before you merge

Add the key of your model provider as a secret: [${secretOf(o.defaultModel)}](${o.url}/settings/secrets/actions/new), unless the organisation has one that this repository can read, or the workflow calls the model without a stored key, as the comment in its \`env:\` shows. The server does not see the key.

### After the merge

- People with write access start a job with a comment on an issue, such as \`/prentice fix the typo\`, or in the [dashboard](${o.publicUrl}/dashboard). Jobs also start through the API of the server${o.hasSchedule ? ', by the schedule in the workflow' : ''}, and by hand: *Actions → Prentice → Run workflow*. A job runs as a GitHub Actions workflow in this repository.
- Each job opens a pull request. Prentice never pushes to the default branch, and never merges.

### If you do not want this

Close this pull request. It is never opened again, and the repository stays as it is.

While it is open, Prentice updates it if the files are out of date. If you push to its branch, Prentice leaves it to you.

${markerOf(o.writtenSha)}
`

function describePath(path: string, { actionRef, templateFrom, hasSuggestion }: OnboardingText): string {
  if (!path.startsWith('.github/workflows/'))
    return `\`${path}\`: settings. ${describeSettings(hasSuggestion)}`
  const from = templateFrom === null ? '' : ` It comes from the template in ${templateFrom}.`
  return `\`${path}\`: the workflow. It runs \`${usesLineOf(actionRef)}\`.${from}`
}

const describeSettings = (hasSuggestion: boolean): string =>
  hasSuggestion
    ? 'Every line is a comment, so the defaults apply. Its last lines suggest commands that check each change: remove their `#` if they are right.'
    : 'Every line is a comment, so the defaults apply.'

const secretOf = (model: string): string =>
  variablesOf(parseModelName(model)?.provider ?? 'anthropic').keyVariable

const WITHDRAWN = '<!-- prentice-onboarding withdrawn -->'

/** Does not name the runner repository, which is private. */
export const describeWithdrawn = (body: string): string => `\
**Closed, because this repository needs no workflow file and no secret any more:** the account has named a runner repository, whose workflow works on all its repositories. Jobs for this repository start as before.

${WITHDRAWN}

${body}`

/** Whether the App itself has closed the pull request. */
export const isWithdrawnText = (body: string | null): boolean => body?.includes(WITHDRAWN) ?? false

const markerOf = (sha: string): string => `<!-- prentice-onboarding ${sha} -->`

/** The commit that the text says the App has written. */
export const readMarker = (body: string | null): string | null =>
  /<!-- prentice-onboarding ([0-9a-f]{40}) -->/.exec(body ?? '')?.[1] ?? null
