import { HttpError } from '../../shared/http-error.ts'
import { quoted } from '../../shared/quoted.ts'

/** Throws 400 for a model that the action cannot call. */
export function requireModel(name: string | undefined, isModel: (name: string) => boolean): void {
  if (name === undefined || isModel(name)) return
  const example = 'anthropic/claude-sonnet-5-5'
  throw new HttpError(
    400,
    `\`model\` ${quoted(name)} is not one the action can call; write provider/model, for example ${example}`,
  )
}
