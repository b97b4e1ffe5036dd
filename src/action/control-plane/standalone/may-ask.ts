import { botOf, isAsker, namesBot } from '../../../mention/named-bots.ts'
import { SETTINGS_LIMIT, SETTINGS_PATHS } from '../../../settings/settings-files.ts'
import type { Issues } from './connect-issues.ts'
import type { Person, WorkRequest } from './read-trigger.ts'

type Permission =
  | { readonly kind: 'ignored'; readonly why: string }
  | { readonly kind: 'permitted'; readonly triggers: Triggers }

/** Whether somebody may ask, and with this label. */
export async function checkRequester(
  issues: Issues,
  { by, app, label }: Pick<WorkRequest, 'by' | 'app' | 'label'>,
): Promise<Permission> {
  // The settings are not read for strangers.
  if (!isOfApp(by, app) && !(await mayAsk(issues, { bots: [] }, by, app)))
    return { kind: 'ignored', why: `${by.login} has no write access to the repository.` }
  const triggers = await readTriggers(issues)
  if (isOfApp(by, app) && !(await mayAsk(issues, triggers, by, app)))
    return { kind: 'ignored', why: `A program asks, or ${by.login} through one, and may not.` }
  if (!triggers.comments) return { kind: 'ignored', why: 'The settings switch comments and labels off.' }
  if (label !== null && !isLabelOf(triggers, label))
    return { kind: 'ignored', why: `The label ${JSON.stringify(label)} does not ask for work.` }
  return { kind: 'permitted', triggers }
}

/** Whether the settings decide about a request, because a bot made it, or a person through a GitHub App. */
const isOfApp = (by: Person, app: string | null): boolean => botOf(by) !== null || app !== null

/** Whether a person, or a bot that the settings name, may ask now. `app`: the GitHub App through which they did. */
export async function mayAsk(
  issues: Pick<Issues, 'mayWrite'>,
  { bots }: Pick<Triggers, 'bots'>,
  by: Person,
  app: string | null,
): Promise<boolean> {
  if (app !== null && !namesBot(bots, app)) return false
  if (!isAsker(by)) return false
  return mayStart(issues, { bots }, by)
}

/** As `mayAsk`, for somebody who has started a workflow run, of whom GitHub shows no type. */
export async function mayStart(
  issues: Pick<Issues, 'mayWrite'>,
  { bots }: Pick<Triggers, 'bots'>,
  by: Pick<Person, 'id' | 'login'> & Partial<Pick<Person, 'type'>>,
): Promise<boolean> {
  const bot = botOf(by)
  return bot === null ? issues.mayWrite(by) : namesBot(bots, bot)
}

/** The label that asks for work, unless the settings name others. */
export const LABEL = 'prentice'

/** How work may be asked for on issues and pull requests. */
export interface Triggers {
  readonly comments: boolean
  readonly labels: readonly string[]
  readonly conversation: 'writers' | 'everyone'
  /** GitHub Apps whose bots may ask. */
  readonly bots: readonly string[]
  /** The commits of a run that reads untrusted text do not start CI. */
  readonly holdCi: boolean
}

const DEFAULTS: Triggers = {
  comments: true,
  labels: [LABEL],
  conversation: 'writers',
  bots: [],
  holdCi: false,
}

/** From the settings file of the default branch. If it is invalid, the run itself fails, with a reason that says why. */
export async function readTriggers(issues: Pick<Issues, 'readFile'>): Promise<Triggers> {
  const read = await Promise.all(
    SETTINGS_PATHS.map(async (path) => ({ path, text: await issues.readFile(path) })),
  )
  const files = read.flatMap(({ path, text }) =>
    text === null ? [] : [{ path, text: Buffer.byteLength(text) > SETTINGS_LIMIT ? null : text }],
  )
  const { parseSettings } = await import(/* webpackMode: "eager" */ '../../../settings/parse-settings.ts')
  const parsed = parseSettings(files)
  const given = parsed.kind === 'valid' ? parsed.settings.triggers : undefined
  return {
    comments: given?.comments ?? DEFAULTS.comments,
    labels: given?.labels ?? DEFAULTS.labels,
    conversation: given?.conversation ?? DEFAULTS.conversation,
    bots: given?.bots ?? DEFAULTS.bots,
    holdCi: parsed.kind === 'valid' && parsed.settings.ci === 'hold',
  }
}

/** GitHub ignores the case of labels. */
const isLabelOf = ({ labels }: Triggers, name: string): boolean =>
  labels.some((label) => label.toLowerCase() === name.toLowerCase())
