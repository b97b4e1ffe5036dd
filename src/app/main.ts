import { readConfig } from './config.ts'
import { describeMissing } from './describe-missing.ts'
import { startApp } from './start-app.ts'

const read = readConfig(process.env)
if (read.kind === 'invalid') {
  process.stderr.write(describeMissing(read.problems, process.env))
  process.exitCode = 1
} else {
  await startApp(read.config)
}
