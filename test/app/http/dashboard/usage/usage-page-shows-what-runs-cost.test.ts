import { expect, test } from 'vitest'
import { addSpending } from '../../../../../src/app/budgets/budgets.ts'
import { csvField } from '../../../../../src/app/http/dashboard/usage/usage-csv.ts'
import { projectKeys } from '../../../../../src/app/projects/project.ts'
import { givenUsage } from '../../../../support/dashboard/given-usage.ts'
import { startDashboard } from '../../../../support/dashboard/start-dashboard.ts'

const ACCOUNT = 77

async function givenRuns() {
  const app = await startDashboard()
  const { store, project } = app
  const now = app.clock.at
  await givenUsage(store, { accountId: ACCOUNT, projects: [project, 'prj_secret'], now, days: 10, perDay: 8 })
  return app
}

test('the page shows sums, charts and tables of the projects that the person sees', async () => {
  const app = await givenRuns()
  const rita = await app.signIn('rita')
  const { status, text } = await rita.get('/usage?days=7')
  expect(status).toBe(200)
  expect(text).toContain('aria-label="Cost per day, from ')
  expect(text).toContain('<tr><th scope="row"><svg')
  expect(text).toContain('acme/docs')
  expect(text).not.toContain('secret')
  expect(text).not.toMatch(/ style=|<script>|NaN|undefined/)
})

test('the shares of a table are parts of its total', async () => {
  const app = await givenRuns()
  const { text } = await (await app.signIn('rita')).get('/usage?days=7')
  const tables = [...text.matchAll(/aria-labelledby="by-[a-z]+">(.*?)<\/table>/gs)].map(
    ([, table = '']) => table,
  )
  const sharesOf = (table: string) =>
    [...table.matchAll(/([\d.]+)% <svg class="share".*?class="bar-cost" width="([\d.]+)"/g)].map(
      ([, percent, width]) => [Number(percent), Number(width)],
    )
  expect(tables.length).toBeGreaterThanOrEqual(4)
  for (const table of tables) {
    const shares = sharesOf(table)
    expect(shares.length).toBeGreaterThan(0)
    const sum = (i: number) => shares.reduce((total, share) => total + (share[i] ?? 0), 0)
    expect(Math.abs(sum(0) - 100)).toBeLessThanOrEqual(0.5)
    expect(sum(1)).toBeCloseTo(100, 1)
  }
})

test('a project that the person does not see is not found', async () => {
  const app = await givenRuns()
  const rita = await app.signIn('rita')
  const other = JSON.parse((await app.store.get(projectKeys.record(app.project))) ?? '')
  const hidden = { ...other, id: 'prj_secret', repositoryId: 99 }
  await app.store.commit({ set: [{ key: projectKeys.record('prj_secret'), value: JSON.stringify(hidden) }] })
  expect((await rita.get('/usage?project=prj_secret')).status).toBe(404)
  expect((await rita.get(`/usage?project=${app.project}`)).text).toContain('Only acme/docs')
  expect((await (await app.signIn('sten')).get('/usage')).status).toBe(404)
})

test('a budget that was exceeded shows what was spent', async () => {
  const app = await givenRuns()
  await app.store.commit(await addSpending(app.store, app.project, 54.39, app.clock.at))
  const { text } = await (await app.signIn('rita')).get('/usage')
  expect(text).toContain('Cost today: <strong>$54.39 of $50.00</strong>')
})

test('runs that cost nothing have no empty chart of their cost', async () => {
  const app = await startDashboard()
  const { store, project } = app
  const runs = { accountId: ACCOUNT, projects: [project], now: app.clock.at, days: 3, perDay: 4 }
  await givenUsage(store, { ...runs, costs: false })
  const { status, text } = await (await app.signIn('rita')).get('/usage?days=7')
  expect(status).toBe(200)
  expect(text).not.toContain('aria-label="Cost per day, from ')
  expect(text).toContain('aria-label="Runs per day, from ')
  expect(text).toContain('Nothing in this period.')
})

test('without runs the page says so', async () => {
  const app = await startDashboard()
  const { status, text } = await (await app.signIn('rita')).get('/usage')
  expect([status, text.includes('No run ended in this period')]).toEqual([200, true])
})

test('the CSV has a line for each day and project, and no other project', async () => {
  const app = await givenRuns()
  const rita = await app.signIn('rita')
  const { status, text, headers } = await rita.get('/usage.csv?days=30')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="prentice-usage-30-days.csv"')
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^day,project,repository,jobs,succeeded,/)
  expect(lines.length).toBeGreaterThan(8)
  for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d\d-\d\d,prj_\w+,acme\/docs,\d+,/)
})

test('the CSV of runs has a line for each run, with the metadata of its job', async () => {
  const app = await givenRuns()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, {
    body: { prompt: 'Fix it', metadata: { team: 'docs', note: 'a "b", c' } },
  })
  await app.call('POST', `/v2/agent/${app.project}/job/${json.id}/cancel`)
  const { status, text, headers } = await (await app.signIn('rita')).get('/usage-runs.csv?days=30')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="prentice-runs-30-days.csv"')
  const lines = text.trimEnd().split('\r\n')
  expect(lines[0]).toMatch(/^ended_at,project,repository,job,run,.*,metadata,answered_by$/)
  for (const line of lines.slice(1)) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[^,]+,prj_\w+,acme\/docs,/)
  const own = lines.find((line) => line.includes(String(json.id)))
  expect(own).toContain(',1,key,test,')
  expect(own).toMatch(
    /,cancelled,cancelled,,0,0,0,0\.0+,"\{""team"":""docs"",""note"":""a \\""b\\"", c""\}",[a-z-]+\/[^,]+$/,
  )
})

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', `"'\tx"`],
  ['\uff1d1', "'\uff1d1"],
  // Where semicolons separate cells, quotes within a line do not count.
  ['a;=1+1', `"a;'=1+1"`],
  [JSON.stringify({ team: ';=1+1;' }), `"{""team"":"";'=1+1;""}"`],
  ['a; "@SUM(A1)', `"a;' ""@SUM(A1)"`],
  ['a\t-1', `"a\t'-1"`],
  ['a;b', '"a;b"'],
  ['a,b', '"a,b"'],
  ['acme/docs', 'acme/docs'],
])('the text %j is no formula in a spreadsheet', (text, field) => {
  expect(csvField(text)).toBe(field)
})
