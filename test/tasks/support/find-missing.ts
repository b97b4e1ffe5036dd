import { accessSync, constants } from 'node:fs'
import { canIsolate } from '../../support/action/check-scene.ts'
import type { Task } from './task.ts'

let isolates: Promise<boolean> | null = null

/** What a task needs and this machine does not have; `null`: it has all. */
export async function findMissing(task: Task): Promise<string | null> {
  if (task.needs?.includes('isolation')) {
    isolates ??= canIsolate()
    if (!(await isolates)) return 'isolation of commands (docs/checks.md, Requirements)'
  }
  return findMissingProgram(task)
}

/** The first program that a task needs and this machine does not have. */
export function findMissingProgram({ needs = [] }: Task): string | null {
  return (
    needs.find((need) => need !== 'isolation' && !SYSTEM.some((folder) => runs(`${folder}/${need}`))) ?? null
  )
}

/** Where isolated commands find programs: what is installed for one user is not theirs to read. */
const SYSTEM = ['/usr/local/bin', '/usr/bin', '/bin']

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
