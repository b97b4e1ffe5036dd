import { expect, test } from 'vitest'
import { keysOfWork } from '../../../src/app/jobs/admit-request.ts'
import { sendMessage } from '../../../src/app/jobs/send-message.ts'
import { keySpace } from '../../../src/app/store/key-space.ts'
import { readAhead } from '../../../src/app/store/read-ahead.ts'
import { useCases } from '../../support/app/use-cases.ts'

test.each([0, 100])(
  'a message whose job was read ahead, and changed meanwhile by another server, loses nothing (limit %i)',
  async (rateLimit) => {
    const app = await useCases()
    const deps = { ...app, rateLimit }
    const { id, project, accountId } = await app.newJob()
    const keys = [keySpace.job({ project, job: id }), ...keysOfWork(deps, project, accountId ?? 0)]
    const values = await app.store.getMany(keys)
    await sendMessage(deps, { ...(await app.workRequest()), job: id, prompt: 'of another server' })
    const request = { ...(await app.workRequest()), ahead: readAhead(keys, values) }
    expect(await sendMessage(deps, { ...request, job: id, prompt: 'of this one' })).toMatchObject({
      kind: 'accepted',
    })
    expect((await app.job(id)).messages).toBe(3)
    const stored = [2, 3].map((number) => app.store.get(keySpace.message(id, number)))
    expect((await Promise.all(stored)).map((one) => JSON.parse(one ?? '{}').text)).toEqual([
      'of another server',
      'of this one',
    ])
  },
)
