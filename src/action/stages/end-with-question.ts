import { cutQuestion, questionReason } from '../../contract/question.ts'
import { reason } from '../../contract/reasons.ts'
import { cutTail } from '../../contract/text.ts'
import type { Asked } from '../agent/agent-host.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { NoteProgress } from '../outcome/progress.ts'
import { sanitize } from '../pull-request/sanitize.ts'
import { NOTES_LIMIT } from './earlier-work.ts'
import type { RunContext } from './run-context.ts'
import { savePatch } from './save-patch.ts'

/** Saves what the agent has changed so far, for the run that gets the answer. Nothing is published. */
export async function endWithQuestion(
  job: RunContext,
  checkout: Checkout,
  { question: given, notes }: Asked,
  note: NoteProgress,
): Promise<Outcome> {
  const { secrets, controlPlane, confidentiality } = job
  const { repository } = controlPlane.assignment
  const clean = (text: string) => sanitize(text, { secrets, repositoryUrl: repository.url })
  const question = cutQuestion({ text: clean(given.text), choices: given.choices.map(clean) })
  const saved = await savePatch(job, checkout)
  note({ files: saved?.files ?? [] })
  return {
    outcome: 'no-change',
    headSha: checkout.branchHead,
    // A model wrote the question, from the prompts.
    reason: confidentiality.isOn ? reason('input-required') : questionReason(question),
    obstacle: null,
    question: {
      ...question,
      ...(saved?.isWhole && { notes: cutTail(secrets.redact(notes), NOTES_LIMIT) }),
    },
  }
}
