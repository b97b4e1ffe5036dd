import { NewBatch } from '../../../../contract/batch.ts'
import { whyNoBranchName } from '../../../../contract/branch-name.ts'
import type { FormLimits } from '../frame/parse-form.ts'
import { PROMPT_FIELD, REPEATABLE } from '../frame/read-form.ts'
import { promptIn } from '../job/read-prompt.ts'
import { BOXES_FIELD, NAMES_FIELD, namesIn, PROJECT_FIELD } from '../lookup/find-projects.ts'

/** The form for a new batch, as it was typed. */
export interface NewBatchFields {
  readonly kind: 'files' | 'projects'
  readonly prompt: string
  /** The project whose files are divided: its id or name. */
  readonly project: string
  /** Globs, one in a line. */
  readonly each: string
  readonly per: string
  /** The chosen projects, by id. */
  readonly projects: readonly string[]
  /** Names of projects, one in a line, where they are too many for a list. */
  readonly names: string
  readonly first: string
  readonly limitUsd: string
  readonly atOnce: string
  readonly ref: string
  readonly model: string
  readonly draft: 'true' | 'false' | ''
}

/** With a pilot of two jobs, unless the person wants none. */
export const NO_FIELDS: NewBatchFields = {
  kind: 'files',
  prompt: '',
  project: '',
  each: '',
  per: '1',
  projects: [],
  names: '',
  first: '2',
  limitUsd: '',
  atOnce: '5',
  ref: '',
  model: '',
  draft: '',
}

/** The fields of the form. `each`: 50 globs of 500 characters, with their line ends. */
export const BATCH_FORM: FormLimits = {
  ...REPEATABLE,
  kind: { length: 20 },
  prompt: PROMPT_FIELD,
  project: PROJECT_FIELD,
  each: { length: 25_049 },
  per: { length: 12 },
  projects: BOXES_FIELD,
  names: NAMES_FIELD,
  first: { length: 12 },
  limitUsd: { length: 12 },
  atOnce: { length: 12 },
  ref: { length: 255 },
  model: { length: 200 },
  draft: { length: 20 },
}

export function readBatchFields(form: URLSearchParams): NewBatchFields {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const draft = text('draft')
  return {
    kind: text('kind') === 'projects' ? 'projects' : 'files',
    prompt: promptIn(form),
    project: text('project'),
    each: text('each'),
    per: text('per'),
    projects: form.getAll('projects'),
    names: text('names'),
    first: text('first'),
    limitUsd: text('limitUsd'),
    atOnce: text('atOnce'),
    ref: text('ref'),
    model: text('model'),
    draft: draft === 'true' || draft === 'false' ? draft : '',
  }
}

const FIELDS = ['prompt', 'each', 'per', 'projectIds', 'first', 'limitUsd', 'atOnce', 'ref', 'model'] as const
export type BatchField = (typeof FIELDS)[number] | 'projectId'

export type ReadNewBatch =
  | { readonly kind: 'valid'; readonly wanted: NewBatch }
  /** `unknown`: names of projects in which the person may not start jobs. */
  | { readonly kind: 'invalid'; readonly wrong: ReadonlySet<BatchField>; readonly unknown: readonly string[] }

/** The projects that a form names. `find`: the id of a project of this id or name; `null`: there is none for the person. */
export function projectsIn(
  fields: NewBatchFields,
  find: (typed: string) => string | null,
): { readonly ids: readonly string[]; readonly unknown: readonly string[] } {
  const typed = fields.kind === 'files' ? [fields.project] : [...fields.projects, ...namesIn(fields.names)]
  const found = typed.filter((name) => name !== '').map((name) => ({ name, id: find(name) }))
  return {
    ids: [...new Set(found.flatMap(({ id }) => id ?? []))],
    unknown: found.flatMap(({ name, id }) => (id === null ? [name] : [])),
  }
}

/** Pure. `isModel`: whether the action can call a model of this name. */
export function readNewBatch(
  fields: NewBatchFields,
  find: (typed: string) => string | null,
  isModel: (name: string) => boolean,
): ReadNewBatch {
  const { kind, prompt, each, per, first, limitUsd, atOnce, ref, model, draft } = fields
  const { ids, unknown } = projectsIn(fields, find)
  const globs = each
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = NewBatch.safeParse({
    prompt,
    ...(kind === 'files' ? { projectId: ids[0] ?? '', each: globs, per: Number(per) } : { projectIds: ids }),
    atOnce: Number(atOnce),
    ...(first !== '' && { first: Number(first) }),
    ...(limitUsd !== '' && { limitUsd: Number(limitUsd) }),
    ...(ref !== '' && { ref }),
    ...(model !== '' && { model }),
    ...(draft !== '' && { draft: draft === 'true' }),
  })
  const wrong = new Set<BatchField>(read.success ? [] : read.error.issues.flatMap(fieldOf))
  if (unknown.length > 0) wrong.add(kind === 'files' ? 'projectId' : 'projectIds')
  if (ref !== '' && whyNoBranchName(ref) !== null) wrong.add('ref')
  if (model !== '' && !isModel(model)) wrong.add('model')
  return read.success && wrong.size === 0
    ? { kind: 'valid', wanted: read.data }
    : { kind: 'invalid', wrong, unknown }
}

const fieldOf = ({ path: [name] }: { readonly path: readonly PropertyKey[] }): BatchField[] =>
  name === 'projectId' ? [name] : FIELDS.filter((known) => known === name)
