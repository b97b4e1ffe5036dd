import { cpSync, existsSync, globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { evaluateAll, evaluateCondition } from '../../sandbox/expressions/evaluate.ts'
import { makeFileCommands } from '../../sandbox/runner/file-commands.ts'
import { type Run, runIn } from './run.ts'

const Values = z.record(z.string(), z.coerce.string())
const Step = z.strictObject({
  name: z.string().optional(),
  id: z.string().optional(),
  if: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: Values.default({}),
  env: Values.default({}),
})
const Job = z.looseObject({
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  env: Values.default({}),
  outputs: Values.default({}),
  steps: z.array(Step).min(1),
})
const Workflow = z.looseObject({ jobs: z.record(z.string(), Job) })
type Job = z.infer<typeof Job>

/** `outputs` of the jobs that are done. */
type Needs = Readonly<Record<string, { readonly outputs: Readonly<Record<string, string>> }>>

interface Place {
  /** Where the jobs have the commit of the tag. */
  readonly checkout: string
  /** For artifacts and the files of the runner. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly tell: (line: string) => void
}

/** The jobs of a workflow, in the order of the file. Throws if it has something that a rehearsal does not know. */
export function readJobs(text: string): ReadonlyMap<string, Job> {
  const jobs = new Map(Object.entries(Workflow.parse(parse(text)).jobs))
  for (const [name, { needs = [] }] of jobs) {
    const before = [...jobs.keys()].slice(0, [...jobs.keys()].indexOf(name))
    const late = [needs].flat().filter((need) => !before.includes(need))
    if (late.length > 0)
      throw new Error(`the job ${name} needs ${late.join(', ')}, which must stand before it`)
  }
  return jobs
}

/** Runs the steps of a job, as far as they can run here. Resolves to its outputs; `null`: its condition says no. */
export async function runJob(
  place: Place,
  job: Job,
  needs: Needs,
): Promise<Readonly<Record<string, string>> | null> {
  const github = { token: 'rehearsal', repository: place.environment.GITHUB_REPOSITORY }
  const contexts = { needs, github }
  if (job.if !== undefined && !evaluateCondition(job.if, contexts)) return null
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  const empty = join(place.folder, `empty-${Object.keys(needs).length}`)
  mkdirSync(empty, { recursive: true })
  // A job without a checkout has no file of the repository.
  const cwd = job.steps.some(({ uses }) => actionOf(uses) === 'actions/checkout') ? place.checkout : empty
  for (const step of job.steps) {
    const seen = { ...contexts, steps }
    if (step.if !== undefined && !evaluateCondition(step.if, seen)) continue
    const values = { with: evaluateAll(step.with, seen), env: evaluateAll({ ...job.env, ...step.env }, seen) }
    if (step.uses !== undefined) useAction(place, actionOf(step.uses), { cwd, ...values })
    const outputs = step.run === undefined ? {} : await runShell(place, step.run, { cwd, ...values })
    if (step.id !== undefined) steps[step.id] = { outputs }
    place.tell(`  ${step.name ?? step.uses ?? step.run}`)
  }
  return evaluateAll(job.outputs, { ...contexts, steps })
}

const actionOf = (uses: string | undefined): string => uses?.split('@')[0] ?? ''

interface Given {
  readonly cwd: string
  readonly with: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
}

/** What the actions of others do, as far as later steps see it. */
function useAction({ folder }: Place, action: string, { cwd, with: inputs }: Given): void {
  const artifact = join(folder, 'artifacts', inputs.name ?? '')
  switch (action) {
    case 'actions/checkout':
    case 'actions/setup-node':
      return
    case 'actions/attest-build-provenance': {
      const paths = inputs['subject-path']?.trim().split('\n') ?? []
      const missing = paths.filter((path) => !existsSync(join(cwd, path)))
      if (paths.length === 0 || missing.length > 0)
        throw new Error(`there is nothing to attest at ${missing.join(', ')}`)
      return
    }
    case 'actions/upload-artifact': {
      const files = globSync(inputs.path ?? '', { cwd })
      if (files.length === 0) throw new Error(`no file matches ${inputs.path}`)
      mkdirSync(artifact, { recursive: true })
      for (const file of files) cpSync(join(cwd, file), join(artifact, basename(file)))
      return
    }
    case 'actions/download-artifact':
      cpSync(artifact, cwd, { recursive: true })
      return
    default:
      throw new Error(`the rehearsal does not know the action ${action}: teach it in run-workflow.ts`)
  }
}

/** Of GitHub, whose OIDC provider signs it. */
const PROVENANCE = ' --provenance'

async function runShell(
  { folder, environment }: Place,
  script: string,
  { cwd, env }: Given,
): Promise<Record<string, string>> {
  // Programs of the environment are confined to the local registry and to folders; a step could name another.
  if (/--registry\b|https?:\/\/|git@/.test(script))
    throw new Error(`a step names an address of its own:\n${script}`)
  const commands = await makeFileCommands(join(folder, 'runner'))
  const run: Run = runIn({ ...environment, ...env, ...commands.variables })
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script.replaceAll(PROVENANCE, '')]
  const { stderr } = await run('bash', shell, cwd)
  // npm changes a package.json that it does not like, and publishes what others then cannot use.
  if (stderr.includes('npm warn publish')) throw new Error(`npm publishes something else:\n${stderr}`)
  const { outputs, formatErrors } = await commands.collect()
  if (formatErrors.length > 0) throw new Error(formatErrors.join('\n'))
  return Object.fromEntries(outputs)
}
