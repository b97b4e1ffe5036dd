/** `node src/app/keys/cli/cli.ts create|list|rotate|revoke`. */
import { loadEnvironmentFile, setPrivateUmask } from '../../config/prepare-process.ts'
import { runKeys } from './run-keys.ts'

setPrivateUmask()
process.exitCode = await runKeys({
  args: process.argv.slice(2),
  readEnvironment() {
    loadEnvironmentFile()
    return process.env
  },
  stdout: process.stdout,
  stderr: process.stderr,
})
