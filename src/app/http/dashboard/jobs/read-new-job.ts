import { whyNoBranchName } from '../../../../contract/branch-name.ts'
import { METADATA_LIMITS, whyNoWorkingDirectory } from '../../../../contract/job.ts'
import type { CreateRequest } from '../../../jobs/create-job.ts'
import { number } from '../frame/formats.ts'
import type { FormLimits } from '../frame/parse-form.ts'
import { PROMPT_FIELD, REPEATABLE } from '../frame/read-form.ts'
import type { View } from '../frame/view.ts'
import { promptIn, whatIsWrongWithPrompt } from '../job/read-prompt.ts'
import { PROJECT_FIELD } from '../lookup/find-projects.ts'
import { readPairs } from './metadata-text.ts'

/** The form for a new job, as it was typed. */
export interface NewJobFields {
  readonly project: string
  readonly prompt: string
  readonly ref: string
  readonly model: string
  readonly draft: 'true' | 'false' | ''
  readonly workingDirectory: string
  readonly metadata: string
}

export const NO_FIELDS: NewJobFields = {
  project: '',
  prompt: '',
  ref: '',
  model: '',
  draft: '',
  workingDirectory: '',
  metadata: '',
}

/** Why the form was not accepted. */
export interface NewJobProblems {
  /** All wrong fields, in the order of the form. */
  readonly fields: Readonly<
    Partial<Record<'prompt' | 'ref' | 'model' | 'workingDirectory' | 'metadata', string>>
  >
  /** Why the request was refused, whatever its fields say. */
  readonly refusal: string | null
}

export const NO_PROBLEMS: NewJobProblems = { fields: {}, refusal: null }

/** The fields of the form: 16 pairs of metadata, with their line ends. */
export const JOB_FORM: FormLimits = {
  ...REPEATABLE,
  project: PROJECT_FIELD,
  prompt: PROMPT_FIELD,
  ref: { length: 255 },
  model: { length: 200 },
  draft: { length: 20 },
  workingDirectory: { length: 500 },
  metadata: { length: 10_000 },
}

export function readFields(form: URLSearchParams): NewJobFields {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const draft = text('draft')
  return {
    project: text('project'),
    prompt: promptIn(form),
    ref: text('ref'),
    model: text('model'),
    draft: draft === 'true' || draft === 'false' ? draft : '',
    workingDirectory: text('workingDirectory'),
    metadata: text('metadata'),
  }
}

type Wanted = Pick<CreateRequest, 'prompt' | 'ref' | 'model' | 'draft' | 'workingDirectory' | 'metadata'>

export type ReadNewJob =
  | { readonly kind: 'valid'; readonly wanted: Wanted }
  | { readonly kind: 'invalid'; readonly problems: NewJobProblems }

/** `isModel`: whether the action can call a model of this name. */
export function readNewJob(
  view: Pick<View, 'locale'>,
  { prompt, ref, model, draft, workingDirectory, metadata }: NewJobFields,
  isModel: (name: string) => boolean,
): ReadNewJob {
  const wrongPrompt = whatIsWrongWithPrompt(view, prompt)
  const pairs = readPairs(metadata)
  const isFolder = workingDirectory === '' || whyNoWorkingDirectory(workingDirectory) === null
  const fields: NewJobProblems['fields'] = {
    ...(wrongPrompt !== null && { prompt: wrongPrompt }),
    ...(ref !== '' &&
      whyNoBranchName(ref) !== null && {
        ref: 'This is not a valid branch name. It must not contain spaces, control characters, .., @{ or any of ~ ^ : ? * [ \\, and must not end with a slash or a dot.',
      }),
    ...(model !== '' &&
      !isModel(model) && {
        model:
          'This is not a model that the action can call. Write provider/model, for example anthropic/claude-sonnet-5-5.',
      }),
    ...(!isFolder && {
      workingDirectory:
        'This is not the path of a folder. Write it without a leading or trailing slash, without . and .., and without any of * ? ! \\.',
    }),
    ...(pairs === null && {
      metadata: `Write one name=value in each line, at most ${number(view, METADATA_LIMITS.pairs)}, and each name once. A name has up to ${number(view, METADATA_LIMITS.name)} letters, digits and _ . : / -; a value has up to ${number(view, METADATA_LIMITS.value)} characters.`,
    }),
  }
  if (pairs === null || Object.keys(fields).length > 0)
    return { kind: 'invalid', problems: { fields, refusal: null } }
  return {
    kind: 'valid',
    wanted: {
      prompt,
      ref: ref === '' ? null : ref,
      model: model === '' ? null : model,
      draft: draft === '' ? null : draft === 'true',
      ...(workingDirectory !== '' && { workingDirectory }),
      metadata: pairs,
    },
  }
}
