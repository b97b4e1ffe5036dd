import { parseSettings } from '../../src/settings/parse-settings.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { HOSTILE_SETTINGS } from './hostile-settings.ts'

const ROUNDS = 5

/** CPU time for which the worst settings file of a repository stops the event loop. */
export function measureHostileSettings(): Figure {
  const times = Object.values(HOSTILE_SETTINGS).map(timeOf)
  return figure(`hostile settings, worst of ${times.length}`, Math.max(...times), 'ms')
}

/** The shortest of several rounds: the first ones compile. */
const timeOf = (text: string): number => Math.min(...Array.from({ length: ROUNDS }, () => timeOnce(text)))

function timeOnce(text: string): number {
  const before = process.threadCpuUsage()
  parseSettings([{ path: '.github/prentice.yml', text }])
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
