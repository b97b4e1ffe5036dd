import { fallbacksOf } from '../../contract/model.ts'
import type { ModelHandle, OpenedModel } from '../models/providers/open-model.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import { type RunContext, reportNote } from './run-context.ts'

export interface OpenedModels {
  /** The first that can be called. A refusal if there is none. */
  readonly model: OpenedModel
  /** Those that continue in its place, in their order. Absent: the job names none. */
  readonly fallbacks?: readonly ModelHandle[]
}

/**
 * Opens the model of the job and those that may continue in its place. One for whose provider the workflow has no
 * credentials is left out: it may be meant for other repositories of the organisation.
 */
export async function openModels(
  job: RunContext,
  open: (name: string) => Promise<OpenedModel>,
): Promise<OpenedModels> {
  const { model: name, fallbackModels } = job.controlPlane.assignment
  const model = await open(name)
  if (model.ok) keepSecrets(job, model.model)
  if (fallbackModels === undefined) return { model }
  const fallbacks: ModelHandle[] = []
  for (const fallback of fallbacksOf(name, fallbackModels)) {
    const opened = await open(fallback)
    if (!opened.ok) {
      reportNote(job, `The fallback model ${fallback} is left out. ${opened.reason.message}`, 'warning')
      continue
    }
    keepSecrets(job, opened.model)
    fallbacks.push(opened.model)
  }
  const [next, ...others] = fallbacks
  if (model.ok || model.reason.code !== 'model-key-missing' || next === undefined) return { model, fallbacks }
  reportNote(job, `${next.name} works in the place of ${name}. ${model.reason.message}`, 'warning')
  return { model: { ok: true, model: next }, fallbacks: others }
}

function keepSecrets({ secrets }: RunContext, { secrets: own }: ModelHandle): void {
  for (const secret of own) secrets.add(secret)
}

/** Gets the token of the first model whose provider gives one out. Throws if none does, or if one refuses. */
export async function signIn(job: RunContext, { model, fallbacks }: OpenedModels): Promise<OpenedModels> {
  if (!model.ok) throw new RunFailure(model.reason)
  const refusal = await model.model.signIn()
  if (refusal === null) return { model, ...(fallbacks !== undefined && { fallbacks }) }
  const [next, ...others] = fallbacks ?? []
  // A refusal is for a person to correct.
  if (next === undefined || refusal.code === 'model-refused') throw new RunFailure(refusal)
  reportNote(job, `${next.name} works in the place of ${model.model.name}. ${refusal.message}`, 'warning')
  return signIn(job, { model: { ok: true, model: next }, fallbacks: others })
}
