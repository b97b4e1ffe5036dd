import { z } from 'zod'
import { RUN_INPUT } from '../../contract/github.ts'
import { readYaml } from '../../settings/read-yaml.ts'

const Inputs = z.record(z.string(), z.unknown())
const Trigger = z.looseObject({ inputs: Inputs.optional() }).nullish()

/** What is given inputs: a step that uses an action, or a job that calls a reusable workflow. */
const Use = z.looseObject({ uses: z.unknown().optional(), with: Inputs.nullish() })

const Job = z.looseObject({
  ...Use.shape,
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  steps: z.array(Use).optional(),
})

const Workflow = z.looseObject({
  'run-name': z.string().optional(),
  on: z.looseObject({ workflow_dispatch: Trigger, workflow_call: Trigger }),
  permissions: z.unknown().optional(),
  concurrency: z.unknown().optional(),
  jobs: z.record(z.string(), Job),
})

export type Use = z.infer<typeof Use>
export type Job = z.infer<typeof Job>
export type Workflow = z.infer<typeof Workflow>

/** The parts of a workflow file that matter to a run; otherwise where it is no workflow, or why it cannot be read. */
export function readWorkflow(
  text: string,
): { kind: 'workflow'; workflow: Workflow } | { kind: 'invalid'; where: string } {
  const file = parseYaml(text)
  if (file.kind === 'unreadable') return { kind: 'invalid', where: file.why }
  const read = Workflow.safeParse(file.value)
  return read.success
    ? { kind: 'workflow', workflow: read.data }
    : { kind: 'invalid', where: read.error.issues[0]?.path.join('.') || 'the whole file' }
}

const Triggers = z.looseObject({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
})

/** The names of the events that start the workflow. */
export function readTriggers(text: string): readonly string[] {
  const file = parseYaml(text)
  const read = Triggers.safeParse(file.kind === 'value' ? file.value : undefined)
  if (!read.success) return []
  const { on } = read.data
  if (typeof on === 'string') return [on]
  return Array.isArray(on) ? on : Object.keys(on)
}

/** Bytes that a workflow file may have. That of Prentice has one kilobyte. */
const LIMIT = 64 * 1024

/** Anybody who can push can write a workflow file, and parsing runs on the server's event loop: it is bounded. */
function parseYaml(
  text: string,
):
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'unreadable'; readonly why: string } {
  if (Buffer.byteLength(text) > LIMIT) return { kind: 'unreadable', why: 'the file is larger than 64 KiB' }
  const read = readYaml(text)
  const [error] = read.errors
  if (error !== undefined) {
    const line = error.at === null ? '' : `line ${error.at.line}: `
    return { kind: 'unreadable', why: `${line}${error.message}` }
  }
  return { kind: 'value', value: read.kind === 'value' ? read.value : undefined }
}

export const isGivenRun = (use: Use): boolean => use.with != null && RUN_INPUT in use.with
