import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { HeldWait } from '../../../sandbox/model/waits.ts'
import { startWorld, type World, type WorldOptions } from '../../../sandbox/world/start-world.ts'
import { realGit } from '../action/real-git.ts'
import { COMPILED } from '../processes/compiled.ts'

export interface TestWorld extends World {
  /** For clones and the like; goes with the world. */
  readonly directory: string
  /** What the app and the sandbox printed. The app prints warnings and errors only. */
  readonly told: readonly string[]
}

/** The model waits, where a prompt asks it to, until it is released. */
export function holdWait({ model }: World): HeldWait {
  if (model === null) throw new Error('this world has its own model, which cannot be held')
  return model.holdWait()
}

export type Files = Readonly<Record<string, string>>

export const FILES: Files = { 'README.md': '# Pets\n\nA dog.\n', 'src/name.txt': 'Rex\n', LICENSE: 'MIT\n' }

/** The whole world on a repository with these files on `main`. Its `close` leaves nothing behind. */
export async function startTestWorld(
  files: Files = FILES,
  options: Partial<WorldOptions> = {},
): Promise<TestWorld> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-e2e-'))
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 })
  const told: string[] = []
  try {
    const repository = await makeRepository(join(directory, 'pets'), files)
    const world = await startWorld({
      repository,
      log: (line) => told.push(line),
      runnerEnvironment: COMPILED,
      ...options,
    })
    const close = async () => {
      await world.close()
      await remove()
    }
    return { ...world, directory, told, close }
  } catch (error) {
    await remove()
    throw error
  }
}

async function makeRepository(root: string, files: Files): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const git = realGit(root)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Start'],
  ]) {
    const { code, stderr } = await git(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  return root
}
