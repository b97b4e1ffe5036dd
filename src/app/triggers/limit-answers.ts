import { z } from 'zod'
import type { Project, ProjectWork } from '../projects/project.ts'
import { commitWithRetry } from '../store/store.ts'
import { requestKeys } from './trigger-request.ts'

/** Most answers on an issue in an hour. */
const MAX_ANSWERS = 20

/** Counts a comment that answers on the issue. False: no more in this hour, because two Apps could answer each other forever. */
export const countAnswer = (
  { store, now: clock }: Pick<ProjectWork, 'store' | 'now'>,
  { id }: Pick<Project, 'id'>,
  issue: number,
): Promise<boolean> =>
  commitWithRetry(store, `answers on issue ${issue}`, async () => {
    const [now, key] = [clock(), requestKeys.answers(id, issue)]
    const raw = await store.get(key)
    const recent = raw === undefined ? [] : Answers.parse(JSON.parse(raw)).filter((at) => at > now - HOUR_MS)
    if (recent.length >= MAX_ANSWERS) return { result: false }
    const set = [{ key, value: JSON.stringify([...recent, now]), expiresAt: now + HOUR_MS }]
    return { commit: { checks: [{ key, value: raw ?? null }], set }, result: true }
  })

const Answers = z.array(z.int())
const HOUR_MS = 3_600_000
