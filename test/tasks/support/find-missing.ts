import { canIsolate } from '../../support/action/check-scene.ts'
import { findProgram } from '../../support/stores/find-program.ts'
import type { Task } from './task.ts'

let isolates: Promise<boolean> | null = null

/** What a task needs and this machine does not have; `null`: it has all. */
export async function findMissing({ needs = [] }: Task): Promise<string | null> {
  if (needs.includes('isolation')) {
    isolates ??= canIsolate()
    if (!(await isolates)) return 'isolation of commands (docs/checks.md, Requirements)'
  }
  return needs.find((need) => need !== 'isolation' && findProgram(need) === null) ?? null
}
