import type { CommandRunner, IsolatedCommand } from '../../../src/action/checks/command-runner.ts'
import type { Collected } from '../../../src/action/checks/isolation/collect-files.ts'
import type { IsolatedRun, SpawnedRun } from '../../../src/action/checks/isolation/run-isolated.ts'

/** A run of one second that ended like this. */
export const ended = (end: SpawnedRun['end'], output = ''): IsolatedRun => ({
  kind: 'ran',
  run: { end, output, errors: '', seconds: 1 },
})
export const exited = (code: number, output = ''): IsolatedRun => ended({ kind: 'exited', code }, output)

export interface CommandScript {
  /** What each command gives; default: exit code 0, and its own text as output. */
  readonly run?: (command: IsolatedCommand) => IsolatedRun | Promise<IsolatedRun>
  /** Throws what `begin` rejects with. */
  readonly begin?: (tree: string) => void
  readonly collect?: Collected
}

/** Stands in for the isolation, so that what is decided about commands can be tested without running any. */
export function scriptedCommandRunner({
  run = ({ run: text }) => exited(0, text),
  begin = () => undefined,
  collect = { kind: 'collected', files: [] },
}: CommandScript = {}) {
  /** What was asked of the command runner, in order. */
  const asked: string[] = []
  const commands: IsolatedCommand[] = []
  const commandRunner: CommandRunner = {
    async begin(phase, tree) {
      asked.push(`begin ${phase} on ${tree}`)
      begin(tree)
    },
    async run(phase, command) {
      asked.push(`${phase}: ${command.run}`)
      commands.push(command)
      return run(command)
    },
    async collect({ patterns }) {
      asked.push(`collect ${patterns.join(' ')}`)
      return collect
    },
  }
  return { commandRunner, asked, commands }
}
