import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { chatCompletions } from '../fakes/model/wire/chat-completions.ts'
import { startScriptedProvider } from '../fakes/model/wire/scripted-provider.ts'
import { realGit } from '../support/action/real-git.ts'
import { runCommand } from '../support/processes/command.ts'

const SCRIPT = [
  { name: 'write', input: { path: 'hello.md', text: 'Hello from a local model\n' } },
  {
    name: 'finish',
    input: {
      title: 'Add a greeting',
      body: 'Adds it.',
      commit_message: 'Add a greeting',
      summary: 'Added it.',
    },
  },
].map((call) => ({ kind: 'answer' as const, answer: { calls: [call] } }))

/** Like Ollama: lists its models, needs no key, and speaks OpenAI's chat completions. */
async function startLocalModel() {
  const chat = await startScriptedProvider(chatCompletions, SCRIPT)
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/models') return response.end(JSON.stringify({ data: [{ id: 'tiny:1b' }] }))
    const answer = await fetch(`${chat.origin}${request.url}`, { method: 'POST', body: await text(request) })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    return response.end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await once(server.close(), 'close')
    await chat[Symbol.asyncDispose]()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: chat.requests }
}

async function makeRepository(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-local-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const root = join(directory, 'pets')
  await mkdir(root)
  await writeFile(join(root, 'a.txt'), 'one\n')
  const git = realGit(root)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Start'],
  ])
    expect(await git(args)).toMatchObject({ code: 0 })
  return root
}

test('with the address of a local model, any prompt becomes a pull request', async () => {
  const model = await startLocalModel()
  const args = ['--repo', await makeRepository(), '--prompt', 'Please greet our visitors.']
  const command = await runCommand('sandbox/demo.ts', args, { OPENAI_COMPATIBLE_BASE_URL: model.url })
  try {
    const { code, stdout, stderr } = await command.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^model {3}openai-compatible\/tiny:1b\n/)
    expect(stdout).not.toContain('scripted')
    expect(stdout).toContain('+Hello from a local model\n')
    expect(stdout).toMatch(/pull request {2}http.*\/pull\/1\n/)
    expect(model.requests.flatMap(({ faults }) => faults)).toEqual([])
    expect(model.requests).toHaveLength(SCRIPT.length)
    expect(await command.leftovers()).toEqual([])
  } finally {
    await command.remove()
  }
})
