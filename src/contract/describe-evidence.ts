import type { TestEvidence } from './checks.ts'

/** One line for people. Its names are text from outside. Pure. */
export function describeEvidence({ result, files, checks, why }: TestEvidence): string {
  const alone = `with only its ${files === 1 ? 'test file' : `${files} test files`}`
  const names = checks.join(', ')
  switch (result) {
    case 'fails-without-change':
      return `Tests of the change: without it, ${alone}, this fails: ${names} (reported by the runner)`
    case 'does-not-build-without-change':
      return `Tests of the change: without it, ${alone}, this does not build, which shows nothing: ${names} (reported by the runner)`
    case 'passes-without-change':
      return `Tests of the change: without it, ${alone}, all checks pass, too (reported by the runner)`
    case 'unknown':
      return `Tests of the change: whether they fail without it is unknown: ${why ?? 'no reason was given'}`
  }
}
