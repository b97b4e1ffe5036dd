import { expect, test } from 'vitest'
import { sendMessage } from '../../../src/app/jobs/send-message.ts'
import type { Mode } from '../../../src/contract/job.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { ANA, feedbackScene, KEY } from './feedback-scene.ts'

const A = 'a'.repeat(40)

type Scene = Awaited<ReturnType<typeof feedbackScene>>

const firstLines = ({ comments }: Scene): string[] =>
  comments.map(({ body }) => (body.split('\n')[0] ?? '').replace(/ · .*/, '').trimEnd())

async function send(world: Scene, job: string, mode?: Mode): Promise<void> {
  const request = { ...(await world.workRequest()), origin: ANA, job, prompt: 'why?', mode }
  expect(await sendMessage(world, request)).toMatchObject({ kind: 'accepted' })
}

test('a question gets one comment: its answer, open, with what to do next', async () => {
  const world = await feedbackScene()
  const job = await world.ask(ANA, 'Where is it?', 'ask')
  await world.show()
  await world.claim(job)
  world.pass(60)
  await world.show()
  expect(world.comments).toEqual([])
  await world.answer(job, 'In **README.md**.')
  await world.show(2)
  world.pass(300)
  await world.show()
  expect(world.comments).toMatchObject([{ issue: 12 }])
  const [{ body = '' } = {}] = world.comments
  expect(body).toMatch(
    /^✅ Answered · 1 min {2}\n@ana asked: "Where is it\?"\n\nIn \*\*README\.md\*\*\.\n\nNothing was changed\./,
  )
  expect(body).toContain(`<!-- prentice:answer ${job.id} 1 -->`)
  expect(await world.dueIn()).toEqual([])
})

test('each answer stays, and the comment of the job stays about its change', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  for (const n of [1, 2]) {
    await send(world, job.id, 'ask')
    await world.show()
    await world.claim(job)
    await world.show()
    await world.answer(job, `Answer ${n}.`)
    await world.show()
  }
  expect(firstLines(world)).toEqual(['✅ #18 ready', '✅ Answered', '✅ Answered'])
  expect(world.checks).toHaveLength(1)
  await send(world, job.id)
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Queued', '✅ Answered', '✅ Answered'])
})

test('an answer is shown if the next run begins in the same moment, and so is the change before it', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.claim(job)
  await world.show()
  await send(world, job.id, 'plan')
  await world.deliver(job, A)
  await send(world, job.id)
  await world.claim(job)
  await world.answer(job, 'The plan.')
  expect((await world.job(job.id)).run).toMatchObject({ number: 3, state: 'queued' })
  await world.show()
  expect(firstLines(world)).toEqual(['⏳ Queued', '✅ Plan ready'])
  expect(world.comments[1]?.body).toContain('Carry out the plan: `/prentice approve`')
})

test.each(['lost', 'unavailable'] as const)(
  'an answer whose comment is %s is written once',
  async (fault) => {
    const world = await feedbackScene()
    const job = await world.ask(ANA, 'Where?', 'ask')
    await world.show()
    await world.claim(job)
    await world.answer(job, 'There.')
    world.faults.push(fault)
    await world.show()
    world.pass(60)
    await world.show()
    expect(firstLines(world)).toEqual(['✅ Answered'])
  },
)

test('a server that dies after it has written an answer leaves no second one', async () => {
  const world = await feedbackScene()
  const job = await world.ask(ANA, 'Where?', 'ask')
  await world.show()
  await world.claim(job)
  await world.answer(job, 'There.')
  world.faults.push('killed')
  await expect(world.show()).rejects.toThrow('killed')
  world.pass(60)
  await world.show()
  expect(firstLines(world)).toEqual(['✅ Answered'])
})

test('a question that failed says why, and makes no check run', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.claim(job)
  await world.deliver(job, A)
  await world.show()
  await send(world, job.id, 'ask')
  await world.claim(job)
  await world.advance(job, { type: 'failed', reason: reason('model-failed', 'no answer') })
  await world.show()
  expect(world.comments[1]?.body).toMatch(/^❌ No answer: The model could not be reached/)
  expect(world.checks).toHaveLength(1)
})

test('a question over HTTP is answered there alone', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY, 'Where?', 'ask')
  await world.show()
  await world.claim(job)
  await world.answer(job, 'There.')
  await world.show()
  expect(world.comments).toEqual([])
})

test('a question is a separate, inert comment that says how to answer', async () => {
  const world = await feedbackScene()
  const job = await world.ask()
  await world.show()
  const runner = await seatedRunner(world, { project: job.project, job: job.id })
  await runner.ask({ text: 'Is it @everyone?', choices: ['Yes', '**No** <img src=x>'] })
  await world.show()
  expect(firstLines(world)).toEqual(['❓ Prentice has a question', '❓ Prentice has a question'])
  expect(world.comments[1]?.body).toContain(
    '\n\nIs it @\u200beveryone?\n\n1. Yes\n2. **No** <\u200bimg src=x>\n\nAnswer it: `/prentice` with the number',
  )
  expect(world.comments[0]?.body).not.toContain('everyone')
})

test('the question of a confidential job appears only in the job', async () => {
  const world = await feedbackScene()
  const job = await world.ask(KEY)
  await send(world, job.id)
  const runner = await seatedRunner(world, { project: job.project, job: job.id })
  await runner.ask({ text: 'Which secret plan?', choices: ['One', 'Two'] })
  await world.show()
  for (const { body } of world.comments) expect(body).not.toContain('secret plan')
})
