import { describeMissing } from './config/describe-missing.ts'
import { describeStartFailure } from './config/describe-start-failure.ts'
import { loadEnvironmentFile } from './config/load-environment-file.ts'
import { setPrivateUmask } from './config/private-umask.ts'
import { readConfig } from './config/read-config.ts'
import { startApp } from './start-app.ts'

setPrivateUmask()
loadEnvironmentFile()
const read = readConfig(process.env)
if (read.kind === 'invalid') {
  process.stderr.write(describeMissing(read.problems, process.env))
  process.exit(1)
}
try {
  await startApp(read.config)
} catch (error) {
  process.stderr.write(describeStartFailure(error))
  process.exit(1)
}
