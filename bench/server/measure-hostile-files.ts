import { checkWorkflowFile } from '../../src/app/onboarding/check-workflow-file.ts'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { HOSTILE_FILES } from './hostile-files.ts'

const ROUNDS = 5
const CONFIG = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
  reusableWorkflows: [],
}

/** CPU time for which the worst file of a repository stops the event loop, as its settings and as its workflow file. */
export const measureHostileFiles = (): Figure[] => [
  worstOf('settings', (text) => parseSettings([{ path: '.github/prentice.yml', text }])),
  worstOf('workflow file', (text) => checkWorkflowFile(text, CONFIG)),
]

function worstOf(name: string, read: (text: string) => unknown): Figure {
  const times = Object.values(HOSTILE_FILES).map((text) => timeOf(() => read(text)))
  return figure(`hostile ${name}, worst of ${times.length}`, Math.max(...times), 'ms')
}

/** The shortest of several rounds: the first ones compile. */
const timeOf = (read: () => unknown): number =>
  Math.min(...Array.from({ length: ROUNDS }, () => timeOnce(read)))

function timeOnce(read: () => unknown): number {
  const before = process.threadCpuUsage()
  read()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
