import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { renderReport } from '../../../src/action/eval/report.ts'
import type { EvalReport } from '../../../src/contract/local-eval.ts'

const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'><style>*{background:url(https://evil.example)}</style>&amp;\u202e\u0000 end`

const report = (text: string, url = 'https://github.com/acme/widgets'): EvalReport => ({
  ...{ repository: `acme/${text}`, url, commit: text, repeat: 2, spentUsd: 1.5, maxCostUsd: 10 },
  ...{ skipped: { withoutTests: 3, notHere: 1 }, missing: text },
  models: [
    {
      ...{ model: text, cutOff: null, resolved: { passed: 15, of: 20 }, unmarked: { passed: 3, of: 4 } },
      ...{ always: { passed: 0, of: 0 }, broken: 1, costUsd: 1.5, medianCostUsd: 0.05, medianSeconds: 61.4 },
      ...{ medianSteps: 4, medianSizeRatio: 0.5 },
    },
  ],
  pulls: [
    {
      ...{ number: 7, title: text, mergedAt: text, base: text, human: { files: 2, lines: 30 } },
      ...{ asked: { from: 'issue', number: 5 }, marks: ['edited-later'] },
      verdict: { isUsed: true, failToPass: [text], passToPass: [], isUnbuilt: true },
      attempts: [
        {
          ...{
            model: text,
            repeat: 1,
            outcome: 'failed',
            resolved: null,
            failToPass: null,
            passToPass: null,
          },
          ...{ costUsd: 0.05, seconds: 61.4, steps: 4, size: null, leftOut: [text], why: text, code: text },
          marks: ['edited-later', 'cut-off-unknown'],
        },
      ],
    },
    {
      ...{ number: 8, title: text, mergedAt: text, base: text, human: { files: 2, lines: 30 }, attempts: [] },
      ...{ asked: { from: 'description', number: 8 }, marks: [], verdict: { isUsed: false, why: text } },
    },
  ],
})

test('the page has no script, and forbids to load, send or frame anything', () => {
  const page = renderReport(report('widgets'))
  const [, policy = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page) ?? []
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
  // What comes before the policy is not under it.
  expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<style>'))
  expect(page).not.toMatch(/<script|<link|<img|<iframe|<form| on\w+=| style=|javascript:/i)
})

test('texts of strangers are texts', () => {
  const page = renderReport(report(HOSTILE))
  expect(page.match(/<(script|img|style)/g)).toEqual(['<style'])
  expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
  for (const control of ['\u0000', '\u202e']) expect(page).not.toContain(control)
  // Each tag of the page is one that it writes itself.
  const tags = new Set([...page.matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag]) => tag))
  const OWN = [
    'html',
    'head',
    'meta',
    'title',
    'style',
    'body',
    'h1',
    'h2',
    'p',
    'a',
    'div',
    'table',
    'tr',
    'th',
    'td',
    'small',
    'br',
  ]
  expect([...tags].filter((tag) => !OWN.includes(tag ?? ''))).toEqual([])
})

test('links lead to the pull requests, and to nothing that is no web address', () => {
  const links = (url: string) =>
    [...renderReport(report('widgets', url)).matchAll(/href="([^"]*)"/g)].map(([, to]) => to)
  const url = 'https://github.com/acme/widgets'
  expect(links(url)).toEqual([url, `${url}/pull/7`, `${url}/pull/8`])
  expect(links('javascript:alert(1)')).toEqual([])
})

test('numbers are numbers of runs, with a percentage from twenty on', () => {
  const page = renderReport(report('widgets'))
  expect(page).toContain('<td class="n">15 of 20 (75 %)</td><td class="n">3 of 4</td><td class="n">–</td>')
  expect(page).toContain('<td class="n">61 s</td>')
  expect(page).toContain('not known')
  expect(page).toContain('3 newer pull requests without tests or with nothing else, and 1 that')
})
