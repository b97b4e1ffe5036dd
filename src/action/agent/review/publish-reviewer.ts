import type { Reviewer } from './reviewer.ts'

/** Why the work could not be published. */
export interface PublishRefusal {
  readonly code: 'change-unsafe' | 'path-protected' | 'change-too-large' | 'secret-found'
  /** Paths, sizes and the like. */
  readonly detail: string
}

/** What the model can do about it. Each answer starts a sentence. */
const WAYS_OUT: Readonly<Record<PublishRefusal['code'], string>> = {
  'change-unsafe': 'It contains what is never published: undo that part.',
  'path-protected': 'It changes files that this project does not open to you: undo those changes.',
  'change-too-large': 'It is larger than the project allows: undo what the prompt does not need.',
  'secret-found':
    'It contains what looks like a secret: replace that by a placeholder or by a reference to the configuration.',
}

/** Sends the work back if it would be refused once the agent has ended. `judge`: why it would be; `null`: it would not. */
export const createPublishReviewer = (judge: () => Promise<PublishRefusal | null>): Reviewer => ({
  name: 'publish',
  rounds: 3,
  async review() {
    const refusal = await judge()
    if (refusal === null) return { kind: 'passed' }
    const text = `Not finished: the change cannot be published as it is. ${WAYS_OUT[refusal.code]} Then call finish again, and say in the body what is missing.`
    return { kind: 'sent-back', text, data: refusal.detail }
  },
})
