import { expect, test } from 'vitest'
import { WORKFLOW_TOKEN } from '../../../fakes/github/one-repository.ts'
import { readOnlyTool } from '../../../fakes/mcp/mcp-server.ts'
import { givenServer, SECRET } from '../../../support/action/mcp-scene.ts'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish } from '../../../support/whole-run/wire-world.ts'

test('without a server, the MCP servers of the settings on the default branch are asked, each with its header', async () => {
  const server = await givenServer({
    tools: [readOnlyTool('search')],
    call: (_, __, { authorization }) => ({
      content: [{ type: 'text', text: `The moon is ${authorization}.` }],
    }),
  })
  const ask = { server: 'docs', tool: 'search', arguments: '{"query":"moon"}' }
  const write = { path: 'moon.md', text: 'The moon is far.\n' }
  const { bodies, github, run } = await runAgent({
    files: {
      '.github/workflows/prentice.yml': 'on: workflow_dispatch\njobs: {}\n',
      '.github/prentice.yml': `mcp:\n  - name: docs\n    url: ${server.url}\n    tools: [search]\n`,
      'hello.txt': 'Hello, world!\n',
    },
    inputs: {
      run: '',
      'app-url': '',
      prompt: 'How far is the moon?',
      model: 'anthropic/claude-sonnet-4-5',
      'github-token': WORKFLOW_TOKEN,
    },
    env: { PRENTICE_MCP_DOCS: `${server.origin} Authorization: Bearer ${SECRET}` },
    script: () => [call({ name: 'mcp', input: ask }), call({ name: 'write', input: write }), finish],
  })
  expect([run.code, run.log]).toEqual([0, expect.stringContaining('MCP server docs: its tools take about')])
  expect(bodies[0]).toContain('/mcp/docs.txt')
  expect(bodies[1]).toContain('The moon is ***.')
  expect(github.git('show', `${run.outputs.branch}:moon.md`)).toBe('The moon is far.')
  const log = run.log.replaceAll(/^::add-mask::.*$/gm, '')
  for (const text of [log, run.summary, ...bodies]) expect(text).not.toContain(SECRET)
})
