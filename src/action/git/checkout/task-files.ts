/**
 * What a commit has for the task of the agent: instruction files, skills, the pull request template, and manifests, which
 * suggest commands.
 */
import { z } from 'zod'
import type { Instruction } from '../../../contract/runner-protocol/assignment.ts'
import { readYaml } from '../../../settings/read-yaml.ts'
import { MANIFESTS, suggestCommands } from '../../../settings/suggest-commands.ts'
import type { Repository } from '../process/repository.ts'
import { followLinks, listTree, readBlob, type TreeEntry } from './read-tree-files.ts'

const MAX_INSTRUCTION_BYTES = 64 * 1024

/** Told of each symbolic link that leads to nothing in the commit. */
export type OnDeadLink = (path: string) => void

/** The named files that the commit has, in this order. Files with the same content are returned once. */
export async function findInstructionFiles(
  repository: Repository,
  commit: string,
  paths: readonly string[],
  onDeadLink: OnDeadLink,
): Promise<readonly Instruction[]> {
  const folders = new Set(paths.map(folderOf).filter((folder) => folder !== ''))
  const entries = await followLinks(repository, commit, [...paths, ...folders])
  const found = paths.flatMap((path) => {
    const entry = entries.get(path)
    const folder = folderOf(path)
    // Nothing is in what is no folder: the agent asks about the paths of files, too.
    const isThere = folder === '' || entries.get(folder)?.kind === 'folder'
    if (entry?.kind === 'link' && isThere) onDeadLink(path)
    return entry?.kind === 'file' ? [{ path, id: entry.id }] : []
  })
  const once = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index)
  const files = await Promise.all(
    once.map(async ({ path, id }) => ({ path, text: await readBlob(repository, id, MAX_INSTRUCTION_BYTES) })),
  )
  return files.filter(({ text }) => text.trim() !== '')
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** Instructions for some kinds of tasks: https://agentskills.io/specification */
interface Skill {
  readonly name: string
  /** What it does, and when to use it. */
  readonly description: string
  /** `SKILL.md` first, then the other Markdown files of its folder. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** Of two skills with the same name, the one in the earlier folder counts. */
const SKILL_FOLDERS = ['.agents/skills/', '.claude/skills/', '.github/skills/']
const MAX_SKILLS = 30
const MAX_SKILL_FILES = 100
const MAX_SKILL_BYTES = 64 * 1024

/**
 * The skills that a commit has. One without a name or a description is left out, as the specification requires. Their
 * folders and files may be symbolic links.
 */
export async function findSkills(
  repository: Repository,
  commit: string,
  onDeadLink: OnDeadLink,
): Promise<readonly Skill[]> {
  const files = await listSkillFiles(repository, commit, onDeadLink)
  const mains = SKILL_FOLDERS.flatMap((folder) => files.filter(({ path }) => isMain(folder, path)))
  const found = await Promise.all(
    mains.slice(0, MAX_SKILLS).map(async (main) => readSkill(repository, main, files)),
  )
  const skills = found.filter((skill) => skill !== null)
  return skills.filter(({ name }, index) => skills.findIndex((other) => other.name === name) === index)
}

/** The Markdown files of all skills, each at the path under which it is named. */
async function listSkillFiles(
  repository: Repository,
  commit: string,
  onDeadLink: OnDeadLink,
): Promise<SkillFile[]> {
  const entries: TreeEntry[] = []
  // A link may lead to the root of the repository, which has more files than a call takes arguments.
  const list = async (folder: string, tree: string): Promise<void> => {
    for (const { id, kind, path } of await listTree(repository, tree, [], { isDeep: true }))
      if (kind === 'link' || (kind === 'file' && path.endsWith('.md')))
        entries.push({ id, kind, path: `${folder}${path}` })
  }
  const roots = await followLinks(repository, commit, SKILL_FOLDERS)
  for (const folder of SKILL_FOLDERS) {
    const root = roots.get(folder)
    if (root?.kind === 'link') onDeadLink(folder)
    if (root?.kind === 'folder') await list(folder, root.id)
  }
  const links = entries.filter(({ kind }) => kind === 'link').slice(0, MAX_SKILL_FILES)
  const followed = await followLinks(
    repository,
    commit,
    links.map(({ path }) => path),
  )
  for (const { path } of links) {
    const target = followed.get(path)
    if (target?.kind === 'link') onDeadLink(path)
    if (target?.kind === 'file') entries.push({ path, id: target.id, kind: 'file' })
    if (target?.kind === 'folder') await list(`${path}/`, target.id)
  }
  return entries.filter(({ kind, path }) => kind === 'file' && path.endsWith('.md'))
}

type SkillFile = Pick<TreeEntry, 'path' | 'id'>

const isMain = (folder: string, path: string): boolean =>
  path.startsWith(folder) && /^[^/]+\/SKILL\.md$/.test(path.slice(folder.length))

async function readSkill(
  repository: Repository,
  main: SkillFile,
  files: readonly SkillFile[],
): Promise<Skill | null> {
  const text = await readBlob(repository, main.id, MAX_SKILL_BYTES)
  const described = readFrontmatter(text)
  if (described === null) return null
  const folder = main.path.slice(0, -'SKILL.md'.length)
  const others = files
    .filter((file) => file !== main && file.path.startsWith(folder))
    .slice(0, MAX_SKILL_FILES)
  const more = others.map(async ({ path, id }) => ({
    path,
    text: await readBlob(repository, id, MAX_SKILL_BYTES),
  }))
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

const MAX_TEMPLATE_BYTES = 32 * 1024
const TEMPLATE_FOLDERS = ['.github/', '', 'docs/']
const TEMPLATE_FILE = /^pull_request_template(\.(md|txt))?$/i
const TEMPLATE_FOLDER = /^pull_request_template$/i

/**
 * The pull request template of a commit, in the places where GitHub looks for one. If a folder has several, for a person
 * to choose from, it is the first.
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
 */
export async function findPullRequestTemplate(
  repository: Repository,
  commit: string,
): Promise<{ readonly path: string; readonly text: string } | null> {
  const root = await listTree(repository, commit, [])
  for (const folder of TEMPLATE_FOLDERS) {
    const isThere = root.some(({ kind, path }) => kind === 'folder' && `${path}/` === folder)
    if (folder !== '' && !isThere) continue
    const entries = folder === '' ? root : await listTree(repository, commit, [folder])
    const file = entries.find((entry) => entry.kind === 'file' && TEMPLATE_FILE.test(nameOf(entry)))
    const chosen = file ?? (await firstInFolder(repository, commit, entries))
    if (chosen === null) continue
    const text = await readBlob(repository, chosen.id, MAX_TEMPLATE_BYTES)
    if (text.trim() !== '') return { path: chosen.path, text }
  }
  return null
}

async function firstInFolder(
  repository: Repository,
  commit: string,
  entries: readonly TreeEntry[],
): Promise<TreeEntry | null> {
  const folder = entries.find((entry) => entry.kind === 'folder' && TEMPLATE_FOLDER.test(nameOf(entry)))
  if (folder === undefined) return null
  const inside = await listTree(repository, commit, [`${folder.path}/`])
  return inside.find((entry) => entry.kind === 'file' && /\.(md|txt)$/i.test(entry.path)) ?? null
}

const nameOf = ({ path }: TreeEntry): string => path.slice(path.lastIndexOf('/') + 1)

const MAX_MANIFEST_BYTES = 256 * 1024

/** Commands that check the work, as the manifests in a folder of a commit suggest them; `null`: in its root. */
export async function suggestChecks(
  repository: Repository,
  commit: string,
  folder: string | null,
): Promise<readonly string[]> {
  const entries = await listTree(repository, folder === null ? commit : `${commit}:${folder}`, [])
  const manifests = entries.filter(({ kind, path }) => kind === 'file' && MANIFESTS.includes(path))
  const texts = await Promise.all(
    manifests.map(
      async ({ path, id }) => [path, await readBlob(repository, id, MAX_MANIFEST_BYTES)] as const,
    ),
  )
  const names = entries.map(({ path }) => path)
  return suggestCommands({ names, texts: Object.fromEntries(texts) }).checks
}
