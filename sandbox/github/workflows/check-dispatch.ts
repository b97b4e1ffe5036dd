import { ApiError } from '../rest/api-error.ts'
import type { ApiVersion } from '../rest/api-version.ts'
import type { Json } from '../rest/route.ts'
import type { Dialect } from '../state/state.ts'
import type { WorkflowFile } from './parse-workflow.ts'

export interface DispatchBody {
  readonly ref: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly returnRunDetails: boolean
}

/** For all inputs together. */
const MAX_INPUT_CHARS = 65_535

/**
 * Validates the body of a dispatch as strictly as GitHub. Enterprise Server up to 3.20 has a smaller schema: ten inputs,
 * and `return_run_details` is not permitted (https://github.com/benc-uk/workflow-dispatch/issues/86).
 */
export const readDispatchBody = (body: Json, dialect: Dialect, apiVersion: ApiVersion): DispatchBody => {
  const hasDetails = dialect === 'github' && apiVersion === '2022-11-28'
  const permitted = ['ref', 'inputs', ...(hasDetails ? ['return_run_details'] : [])]
  const unknown = Object.keys(body).filter((key) => !permitted.includes(key))
  const { ref, inputs = {}, return_run_details: details = false } = body
  const errors = [
    ...(unknown.length > 0 ? [notPermitted(unknown)] : []),
    ...(ref === undefined ? ['"ref" wasn\'t supplied.'] : []),
    ...(ref !== undefined && typeof ref !== 'string'
      ? [`For 'properties/ref', ${JSON.stringify(ref)} is not a string.`]
      : []),
    ...(isObject(inputs) ? tooMany(inputs, dialect) : ["For 'properties/inputs', it is not an object."]),
    ...(typeof details === 'boolean' ? [] : ["For 'properties/return_run_details', it is not a boolean."]),
  ]
  if (errors.length > 0) throw new ApiError(422, `Invalid request.\n\n${errors.join('\n')}`)
  // Since API version 2026-03-10 the response always has the details, and the property is removed.
  const always = apiVersion === '2026-03-10'
  return {
    ref: String(ref),
    inputs: isObject(inputs) ? inputs : {},
    returnRunDetails: always || details === true,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const notPermitted = (keys: readonly string[]): string => {
  const quoted = keys.map((key) => `"${key}"`).join(', ')
  return keys.length === 1 ? `${quoted} is not a permitted key.` : `${quoted} are not permitted keys.`
}

const tooMany = (inputs: Record<string, unknown>, dialect: Dialect): string[] => {
  const most = dialect === 'github' ? 25 : 10
  const count = Object.keys(inputs).length
  return count > most
    ? [`For 'properties/inputs', no more than ${most} properties are allowed; ${count} were supplied.`]
    : []
}

/** The inputs of the run, with defaults. Throws GitHub's error if they do not match the workflow's inputs. */
export const checkInputs = (
  file: WorkflowFile,
  given: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const declared = file.inputs
  if (declared === null) throw new ApiError(422, "Workflow does not have 'workflow_dispatch' trigger")
  const unexpected = Object.keys(given).filter((name) => !(name in declared))
  if (unexpected.length > 0)
    throw new ApiError(422, `Unexpected inputs provided: ${JSON.stringify(unexpected)}`)
  const inputs: Record<string, string> = {}
  for (const [name, input] of Object.entries(declared)) {
    const value = given[name] === undefined || given[name] === '' ? input.fallback : String(given[name])
    if (value === null && input.required) throw new ApiError(422, `Required input '${name}' not provided`)
    if (value !== null && input.type === 'choice' && !input.options.includes(value))
      throw new ApiError(
        422,
        `Provided value '${value}' for input '${name}' not in the list of allowed values`,
      )
    inputs[name] = value ?? (input.type === 'boolean' ? 'false' : '')
  }
  if (Object.values(inputs).join('').length > MAX_INPUT_CHARS)
    throw new ApiError(422, 'inputs are too large.')
  return inputs
}
