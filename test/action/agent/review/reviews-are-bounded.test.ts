import { expect, it } from 'vitest'
import { openReviews, type Reviewer } from '../../../../src/action/agent/review/reviewer.ts'
import { createChecksReviewer } from '../../../../src/action/checks/open-checks.ts'

const FINISH = { title: 'T', body: 'B', commit_message: 'C', files: [], summary: 'S' }
const sendsBack = (name: string, rounds: number): Reviewer => ({
  name,
  rounds,
  review: async () => ({ kind: 'sent-back', text: name, why: name }),
})
const fails = (error: Error): Reviewer => ({
  name: 'fails',
  rounds: 1,
  review: () => Promise.reject(error),
})

it('an error of a reviewer ends the run', async () => {
  const error = new Error('no such tree')
  const reviews = openReviews([fails(error)])
  await expect(reviews.review(FINISH, new AbortController().signal)).rejects.toBe(error)
})

it('a review that its deadline interrupts has found nothing', async () => {
  const reviews = openReviews([fails(new Error('aborted'))])
  expect(await reviews.review(FINISH, AbortSignal.abort())).toEqual({
    kind: 'sent-back',
    text: 'Not finished: the review of the work was interrupted.',
    why: 'the review was interrupted',
  })
})

it.each([
  [
    'ended',
    { kind: 'ran', results: [{ name: 'slow', passed: false, detail: 'ended', output: '', seconds: 9 }] },
  ],
  ['never started', { kind: 'not-run', why: 'the run ran out of time', setup: null }],
] as const)(
  'checks that the deadline has %s do not finish the work, even if they may send nothing back',
  async (_, report) => {
    const deadline = new AbortController()
    const inspect = async () => {
      deadline.abort()
      return report
    }
    const checks = { rounds: 0, names: ['slow'], recall: () => null, inspect, inspectOne: inspect }
    const reviews = openReviews([
      createChecksReviewer(checks, { readTree: async () => 'tree', redact: (text) => text }),
    ])
    expect(await reviews.review(FINISH, deadline.signal)).toEqual({
      kind: 'sent-back',
      text: 'Not finished: the review of the work was interrupted.',
      why: 'the review was interrupted',
    })
  },
)

it('each reviewer sends the work back as often as it may, in order', async () => {
  const reviews = openReviews([sendsBack('a', 1), sendsBack('b', 2)])
  const told: string[] = []
  for (let round = 0; round < 4; round += 1) {
    const review = await reviews.review(FINISH, new AbortController().signal)
    told.push(review.kind === 'passed' ? 'passed' : review.text)
  }
  expect(told).toEqual(['a', 'b', 'b', 'passed'])
})
