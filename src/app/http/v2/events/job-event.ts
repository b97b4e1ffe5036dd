import { z } from 'zod'
import { AgentEvent } from '../../../../contract/events.ts'

const [stage, tool, step, note, message] = AgentEvent.options

const PLACE = {
  run: z.int().min(1).describe('Number of the run.'),
  seq: z.int().min(1).describe('Counts the events of the run. The id of the event is `<run>-<seq>`.'),
  at: z.iso.datetime().describe('When it happened, by the clock of the runner.'),
}

/** The data of an event that a stream tells, but for `job`, whose data is the job. */
export const JobEvent = z
  .discriminatedUnion('type', [
    stage.extend({
      ...PLACE,
      stage: stage.shape.stage.describe('What the run begins to do.'),
    }),
    tool.extend({
      ...PLACE,
      step: tool.shape.step.describe('The step that asked for it.'),
      tool: tool.shape.tool.describe('The tool that the agent used.'),
      target: tool.shape.target.describe('What it was used on, mostly a path.'),
      ok: tool.shape.ok.describe('Whether it did what it was asked.'),
    }),
    step.extend({
      ...PLACE,
      step: step.shape.step.describe('A call of the model that has ended; they are counted from 1.'),
      inputTokens: step.shape.inputTokens.describe('Tokens of the run so far.'),
      cachedInputTokens: step.shape.cachedInputTokens.describe(
        'Part of `inputTokens` that the provider had in its cache.',
      ),
      outputTokens: step.shape.outputTokens.describe('Tokens of the run so far.'),
      costUsd: step.shape.costUsd.describe(
        'What the run has cost so far, an estimate; `null` where the price is unknown.',
      ),
    }),
    note.extend({
      ...PLACE,
      text: note.shape.text.describe('What the agent says, or what else there is to know.'),
    }),
    message.extend({
      ...PLACE,
      number: message.shape.number.describe(
        'The prompt that the agent took up while it worked: 1 is that of the job, 2 the first message.',
      ),
    }),
  ])
  .meta({ id: 'JobEvent' })
