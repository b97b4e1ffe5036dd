import { z } from 'zod'
import { readYaml } from '../../../settings/read-yaml.ts'
import type { Repository } from '../process/repository.ts'
import { listTree, readBlob, type TreeEntry } from './read-tree-files.ts'

/** Instructions for some kinds of tasks: https://agentskills.io/specification */
export interface Skill {
  readonly name: string
  /** What it does, and when to use it. */
  readonly description: string
  /** `SKILL.md` first, then the other Markdown files of its folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** Of two skills with the same name, the one in the earlier folder counts. */
const FOLDERS = ['.agents/skills/', '.claude/skills/', '.github/skills/']
const MAX_SKILLS = 30
const MAX_FILES = 100
const MAX_BYTES = 64 * 1024

/** The skills that a commit has. One without a name or a description is left out, as the specification requires. */
export async function findSkills(repository: Repository, commit: string): Promise<readonly Skill[]> {
  const entries = await listTree(repository, commit, FOLDERS, { isDeep: true })
  const files = entries.filter(({ kind, path }) => kind === 'file' && path.endsWith('.md'))
  const mains = FOLDERS.flatMap((folder) => files.filter(({ path }) => isMain(folder, path)))
  const found = await Promise.all(
    mains.slice(0, MAX_SKILLS).map(async (main) => readSkill(repository, main, files)),
  )
  const skills = found.filter((skill) => skill !== null)
  return skills.filter(({ name }, index) => skills.findIndex((other) => other.name === name) === index)
}

const isMain = (folder: string, path: string): boolean =>
  path.startsWith(folder) && /^[^/]+\/SKILL\.md$/.test(path.slice(folder.length))

async function readSkill(
  repository: Repository,
  main: TreeEntry,
  files: readonly TreeEntry[],
): Promise<Skill | null> {
  const text = await readBlob(repository, main.id, MAX_BYTES)
  const described = readFrontmatter(text)
  if (described === null) return null
  const folder = main.path.slice(0, -'SKILL.md'.length)
  const others = files.filter((file) => file !== main && file.path.startsWith(folder)).slice(0, MAX_FILES)
  const more = others.map(async ({ path, id }) => ({ path, text: await readBlob(repository, id, MAX_BYTES) }))
  return { ...described, files: [{ path: main.path, text }, ...(await Promise.all(more))] }
}

const Frontmatter = z.object({
  name: z.string().trim().min(1).max(64),
  description: z.string().trim().min(1).max(1024),
})

/** `null`: it has none, or one that the specification does not allow. Pure. */
export function readFrontmatter(text: string): z.infer<typeof Frontmatter> | null {
  const [, yaml] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? []
  if (yaml === undefined) return null
  const read = readYaml(yaml)
  if (read.kind === 'malformed') return null
  return Frontmatter.safeParse(read.value).data ?? null
}
