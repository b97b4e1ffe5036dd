import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Whatever could carry a text out of the action: to the runner, to a file, over the network, to another program. */
const EXIT =
  /\b(?:core|commands)\.(?:debug|info|notice|warning|error|setFailed|setOutput|summary|writeSummary|exportVariable|saveState|addPath|(?:startG|g)roup)\b|\bfetch\(|\b(?:getOctokit|connectGithub(?:WithRetries)?)\(|\bawait (?:file\.|handle\.)?writeFile\((?!editing)|\b(?:writeFile|appendFile|write)Sync\(|createWriteStream|\bconsole\.|process\.std(?:out|err)|\bprocess\.send\(|\bspawn\(|\bexecFile\b|'commit-tree'/

/** Whoever adds one says in the file why no secret of the run leaves there. */
const EXPLAINED = /^\/\/ Egress: \S+/m

test('each file from which texts leave the action says why no secret leaves there', () => {
  const files = globSync('src/action/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const named = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  const exits = named(EXIT)
  expect(exits).toContain('src/action/log/log.ts')
  expect(named(EXPLAINED)).toEqual(exits)
})
