import { seededRandom } from '../../../sandbox/github/faults/seeded-random.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { type OutcomeEntry, outcomeKeys } from '../../../src/app/usage/outcome-entry.ts'
import { type UsageEntry, usageKeys } from '../../../src/app/usage/usage-entry.ts'

const DAY_MS = 86_400_000

const MODELS = ['anthropic/claude-sonnet-5-5', 'openai/gpt-6', 'google/gemini-4-pro']
const PEOPLE: readonly UsageEntry['by'][] = [
  { kind: 'person', id: '1', name: 'ada' },
  { kind: 'person', id: '2', name: 'willy' },
  { kind: 'key', id: 'key_ci', name: 'ci' },
]

/** What runs of the project used on each day before `now`, the same each time. */
export async function givenUsage(
  store: Store,
  {
    accountId,
    projects,
    now,
    days,
    perDay,
    costs = true,
  }: {
    readonly accountId: number
    readonly projects: readonly string[]
    readonly now: number
    readonly days: number
    readonly perDay: number
    /** False: the runs cost nothing. */
    readonly costs?: boolean
  },
): Promise<void> {
  const random = seededRandom(days)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  for (let day = 0; day < days; day++) {
    const set = Array.from({ length: Math.round(perDay * (0.5 + random())) }, (_, n) => {
      const at = Math.floor(now - day * DAY_MS - random() * DAY_MS * 0.9)
      const state = random() < 0.8 ? 'succeeded' : pick(['failed', 'cancelled'])
      const entry: UsageEntry = {
        at,
        project: pick(projects),
        by: pick(PEOPLE),
        model: pick(MODELS),
        state,
        reason: state === 'failed' ? pick(['limit-cost', 'delivery-mismatch', 'no-runner']) : null,
        isFirst: random() < 0.7,
        durationMs: Math.round(60_000 + random() ** 3 * 1_200_000),
        inputTokens: Math.round(20_000 + random() * 400_000),
        cachedInputTokens: Math.round(10_000 * random()),
        outputTokens: Math.round(random() * 20_000),
        costUsd: !costs ? 0 : random() < 0.02 ? null : Math.round(random() * 150) / 100,
      }
      const key = usageKeys.entry(accountId, at, `job_${day}x${n}`, 1)
      return { key, value: JSON.stringify(entry) }
    })
    await store.commit({ set })
  }
}

/** What became of the pull requests of as many jobs, in the last month, the same each time. */
export async function givenOutcomes(
  store: Store,
  o: {
    readonly accountId: number
    readonly projects: readonly string[]
    readonly now: number
    readonly jobs: number
  },
): Promise<void> {
  const random = seededRandom(o.jobs)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const set = Array.from({ length: o.jobs }, (_, n) => {
    const at = Math.floor(o.now - random() * 25 * DAY_MS)
    const state = pick(['accepted', 'accepted', 'accepted', 'rejected', 'pending'] as const)
    const after: OutcomeEntry = {
      ...{ at, project: pick(o.projects), by: pick(PEOPLE), model: pick(MODELS) },
      ...{ origin: pick(['api', 'dashboard', 'github']), costUsd: Math.round(random() * 300) / 100 },
      pulls: [
        {
          ...{ number: n + 1, openedAt: at, firstSha: null, state, followUps: Math.floor(random() * 3) },
          ...(state !== 'pending' && { endedAt: at + Math.round(random() * 2 * DAY_MS) }),
          ...(random() < 0.8 && { peopleCommits: Math.floor(random() * 2) }),
          firstChecks: random() < 0.7 ? 'passed' : 'failed',
        },
      ],
    }
    const job = `job_${String(n).padStart(26, '0')}`
    return [
      { key: outcomeKeys.entry(o.accountId, at, job), value: JSON.stringify(after) },
      {
        key: outcomeKeys.change(o.accountId, job, 1),
        value: JSON.stringify({ before: null, after }),
      },
    ]
  })
  await store.commit({ set: set.flat() })
}
