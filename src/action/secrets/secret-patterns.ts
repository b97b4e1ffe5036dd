import { findPrivateKeys } from './private-keys.ts'
import { classChangesIn, MIN_CLASS_CHANGES } from './secret-encodings.ts'
import type { Span } from './secret-index.ts'

/**
 * A well-known credential format. Its pattern has one group: what differs from key to key. It takes linear time: no
 * quantifier is nested in another, and none can take what the next one takes.
 */
export interface SecretPattern {
  readonly kind: string
  readonly pattern: RegExp
}

/**
 * The formats of gitleaks 8.30 (https://github.com/gitleaks/gitleaks/blob/v8.30.0/config/gitleaks.toml, MIT) and
 * secretlint 13.0 (https://github.com/secretlint/secretlint, MIT) whose prefix is distinctive enough by itself.
 *
 * None asks for a word boundary before the prefix: in the text of a program, `\n`, `\u003d` or `%3D` may precede a key, and
 * end in a word character. A boundary after a key is there only where the same characters are ordinary data.
 */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  { kind: 'a GitHub token', pattern: /gh[opru]_([A-Za-z0-9]{36,255})/g },
  // Since 2026 an installation token is `ghs_<app id>_<JWT>`, of variable length and with dots:
  // https://github.blog/changelog/2026-05-15-github-app-installation-tokens-per-request-override-header/
  { kind: 'a GitHub installation token', pattern: /ghs_([A-Za-z0-9._-]{36,})/g },
  { kind: 'a GitHub fine-grained token', pattern: /github_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})/g },
  { kind: 'a Prentice key', pattern: /prn_([0-9A-Za-z]{36})/g },
  // In base32 and in words, four letters are frequent.
  { kind: 'an AWS access key', pattern: /(?:AKIA|ASIA|ABIA|ACCA)([A-Z2-7]{16})(?![A-Z0-9])/g },
  { kind: 'an Anthropic key', pattern: /sk-ant-(?:[a-z]{2,9}\d\d-)?([A-Za-z0-9_-]{24,})/g },
  { kind: 'an OpenAI key', pattern: /sk-(?:proj|svcacct|admin)-([A-Za-z0-9_-]{32,})/g },
  { kind: 'an OpenAI key', pattern: /sk-([A-Za-z0-9]{48})(?![A-Za-z0-9])/g },
  { kind: 'an OpenRouter key', pattern: /sk-or-v1-([0-9a-f]{64})/g },
  // In base64, four letters are frequent.
  { kind: 'a Google API key', pattern: /AIza([A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])/g },
  { kind: 'a Groq key', pattern: /gsk_([A-Za-z0-9]{48,})/g },
  { kind: 'an xAI key', pattern: /xai-([A-Za-z0-9]{80})/g },
  { kind: 'a Perplexity key', pattern: /pplx-([A-Za-z0-9]{48})/g },
  { kind: 'a Hugging Face token', pattern: /hf_([A-Za-z]{34})(?![A-Za-z])/g },
  { kind: 'a Slack token', pattern: /xox[abeoprs]-([0-9A-Za-z]{8,}-[A-Za-z0-9-]{10,})/g },
  { kind: 'a Slack token', pattern: /xox[bep]-\d-([A-Za-z0-9]{100,})/g },
  { kind: 'a Slack token', pattern: /xapp-\d-([A-Z0-9]{8,}-\d{8,}-[0-9a-f]{32,})/g },
  {
    kind: 'a Slack webhook',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{43,})/g,
  },
  {
    kind: 'a GitLab token',
    pattern: /gl(?:pat|dt|cbt|ptt|rt|ft|imt|ffct|oas|soat|agent)-([A-Za-z0-9_.-]{20,})/g,
  },
  { kind: 'an npm token', pattern: /npm_([A-Za-z0-9]{36})/g },
  { kind: 'a PyPI token', pattern: /pypi-AgEIcHlwaS5vcmc([A-Za-z0-9_-]{50,})/g },
  { kind: 'a RubyGems token', pattern: /rubygems_([0-9a-f]{48})/g },
  { kind: 'a Docker token', pattern: /dckr_[op]at_([A-Za-z0-9_-]{27,})/g },
  { kind: 'a Stripe key', pattern: /[rs]k_live_([A-Za-z0-9]{24,})/g },
  { kind: 'a SendGrid key', pattern: /SG\.([A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})/g },
  { kind: 'a DigitalOcean token', pattern: /do[opr]_v1_([0-9a-f]{64})/g },
  { kind: 'a Shopify token', pattern: /shp(?:at|ca|pa|ss)_([0-9A-Fa-f]{32})/g },
  { kind: 'a Databricks token', pattern: /dapi([0-9a-f]{32})(?![0-9a-f])/g },
  { kind: 'a Vault token', pattern: /hv[bsr]\.([A-Za-z0-9_-]{90,})/g },
  { kind: 'a Linear key', pattern: /lin_api_([A-Za-z0-9]{40})/g },
  { kind: 'a Notion token', pattern: /ntn_(\d{11}[A-Za-z0-9]{35})/g },
  { kind: 'a Postman key', pattern: /PMAK-([0-9a-f]{24}-[0-9a-f]{34})/g },
  { kind: 'a Figma token', pattern: /figd_([A-Za-z0-9_-]{40,})/g },
  { kind: 'a Cloudflare token', pattern: /cf(?:k|ut|at)_([A-Za-z0-9]{40}[0-9a-f]{8})/g },
]

export interface FoundSecret extends Span {
  readonly kind: string
}

/** Where a text has what looks like a secret of a well-known kind, by its start. Samples are left out. Pure. */
export function findWellKnownSecrets(text: string): FoundSecret[] {
  const tokens = SECRET_PATTERNS.flatMap((pattern) => findTokens(text, pattern))
  const keys = findPrivateKeys(text).map((span) => ({ kind: 'a private key', ...span }))
  return [...tokens, ...keys].toSorted((a, b) => a.start - b.start)
}

const LONGEST_PREFIX = 'hooks.slack.com/workflows/'.length

function findTokens(text: string, { kind, pattern }: SecretPattern): FoundSecret[] {
  const found: FoundSecret[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { index: start, 0: token, 1: body = '' } = match
    const end = start + token.length
    if (!isSample(body)) found.push({ kind, start, end })
    // Its last characters may be the first of the next one, if nothing is between them.
    pattern.lastIndex = Math.max(start + 1, end - LONGEST_PREFIX)
  }
  return found
}

/** Of so many different characters, a text is a placeholder. A short text has few by chance. */
const FEW_CHARACTERS = 7
const FEW_IN_SHORT = 1 / 3
/**
 * Random text changes between cases and digits at least once in so many characters; words do not. The body of an AWS key is
 * shorter, and may have letters only.
 */
const WORDS_LENGTH = 17

/** Whether it is a placeholder (`xxxx…`), words (`highs_and_lows…`), or a key of a manual, which ends in EXAMPLE. */
function isSample(body: string): boolean {
  const characters = new Set(body).size
  if (body.endsWith('EXAMPLE') || characters <= Math.min(FEW_CHARACTERS, body.length * FEW_IN_SHORT))
    return true
  return classChangesIn(body) < Math.min(MIN_CLASS_CHANGES, Math.floor(body.length / WORDS_LENGTH))
}
