import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type {
  CheckAction,
  CheckAnnotation,
  CheckFields,
  CheckOutput,
  CheckStatus,
} from '../state/check-run.ts'

export interface ReadCheck {
  readonly fields: Partial<CheckFields>
  readonly annotations: readonly CheckAnnotation[]
}

const STATUSES = ['queued', 'in_progress', 'completed'] as const
const CONCLUSIONS = [
  ...['action_required', 'cancelled', 'failure', 'neutral', 'success', 'skipped', 'timed_out'],
] as const
const LEVELS = ['notice', 'warning', 'failure'] as const
const MAX_TEXT = 65_535
const MAX_ACTIONS = 3
const MAX_ANNOTATIONS = 50

const invalid = (what: string): ApiError => new ApiError(422, `Invalid request.\n\n${what}`)

/**
 * The fields of a request that creates or updates a check run, within GitHub's limits:
 * https://docs.github.com/en/rest/checks/runs#create-a-check-run
 */
export const readCheckFields = (body: Json): ReadCheck => {
  const { output } = body
  const status = oneOf(body, 'status', STATUSES)
  const conclusion = oneOf(body, 'conclusion', CONCLUSIONS)
  if (status === 'completed' && conclusion === undefined)
    throw invalid('"conclusion" wasn\'t supplied: a completed check run needs it.')
  const name = text(body, 'name', 255)
  const externalId = text(body, 'external_id', 255)
  const detailsUrl = text(body, 'details_url', 2000)
  return {
    fields: {
      ...(name !== undefined && { name }),
      ...(externalId !== undefined && { externalId }),
      ...(detailsUrl !== undefined && { detailsUrl }),
      // A conclusion completes the check run, with or without a status.
      ...(conclusion !== undefined ? completed(conclusion) : status !== undefined && { status }),
      ...(isJson(output) && { output: readOutput(output) }),
      ...(body.actions !== undefined && { actions: list(body, 'actions', MAX_ACTIONS).map(readAction) }),
    },
    annotations: isJson(output) ? list(output, 'annotations', MAX_ANNOTATIONS).map(readAnnotation) : [],
  }
}

const completed = (conclusion: string): { status: CheckStatus; conclusion: string } => ({
  status: 'completed',
  conclusion,
})

const readOutput = (output: Json): CheckOutput => ({
  title: required(output, 'title', 255),
  summary: required(output, 'summary', MAX_TEXT),
  text: text(output, 'text', MAX_TEXT) ?? null,
})

const readAction = (action: Json): CheckAction => ({
  label: required(action, 'label', 20),
  description: required(action, 'description', 40),
  identifier: required(action, 'identifier', 20),
})

const readAnnotation = (annotation: Json): CheckAnnotation => ({
  path: required(annotation, 'path', 4096),
  startLine: line(annotation, 'start_line'),
  endLine: line(annotation, 'end_line'),
  level: oneOf(annotation, 'annotation_level', LEVELS) ?? 'notice',
  message: required(annotation, 'message', MAX_TEXT),
  title: text(annotation, 'title', 255) ?? null,
})

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (body: Json, name: string, most: number): string | undefined => {
  const value = body[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalid(`For 'properties/${name}', ${String(value)} is not a string.`)
  if (value.length > most) throw invalid(`"${name}" is too long (maximum is ${most} characters).`)
  return value
}

const required = (body: Json, name: string, most: number): string => {
  const value = text(body, name, most)
  if (value === undefined || value === '') throw invalid(`"${name}" wasn't supplied.`)
  return value
}

const line = (body: Json, name: string): number => {
  const value = body[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalid(`For 'properties/${name}', ${String(value)} is not a line.`)
  return value
}

const oneOf = <T extends string>(body: Json, name: string, values: readonly T[]): T | undefined => {
  const value = body[name]
  if (value === undefined) return undefined
  const known = values.find((one) => one === value)
  if (known === undefined)
    throw invalid(`For 'properties/${name}', ${String(value)} is not a member of ${JSON.stringify(values)}.`)
  return known
}

const list = (body: Json, name: string, most: number): Json[] => {
  const value = body[name] ?? []
  if (!Array.isArray(value) || !value.every(isJson)) throw invalid(`"${name}" is not a list of objects.`)
  if (value.length > most) throw invalid(`No more than ${most} ${name} are allowed.`)
  return value
}
