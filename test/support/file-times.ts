import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter } from 'vitest/node'

/** Reports for how long each file ran, hooks included: the JSON report of vitest leaves hooks out. */
export function reportFileTimes(report: string): Reporter {
  const files: { path: string; seconds: number; tests: number }[] = []
  return {
    onTestModuleEnd(module) {
      files.push({
        path: relative(process.cwd(), module.moduleId),
        seconds: module.diagnostic().duration / 1000,
        tests: [...module.children.allTests()].length,
      })
    },
    onTestRunEnd() {
      mkdirSync(dirname(report), { recursive: true })
      writeFileSync(report, JSON.stringify(files))
    },
  }
}
