import { keySpace } from '../store/key-space.ts'
import { memoizeParse } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'
import { Project } from './project.ts'

export const parseProject = memoizeParse((raw): Project => Project.parse(JSON.parse(raw)))

export async function loadProject(store: Store, id: string): Promise<Project | null> {
  const raw = await store.get(keySpace.project(id))
  return raw === undefined ? null : parseProject(raw)
}
