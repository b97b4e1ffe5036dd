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

/** A character of base64, also as URLs and JSON escape it. */
const BASE64 = /(?:[A-Za-z0-9+/]|%2[BFbf]|\\{1,3}(?:\/|u002[BFbf]))/.source
const SLASH = /(?:\\{0,3}\/|%2[Ff]|\\{1,3}u002[Ff])/.source
const EQUALS = /(?:=|%3[Dd]|\\{1,3}u003[Dd])/.source

/**
 * The formats of gitleaks 8.30 (https://github.com/gitleaks/gitleaks/blob/v8.30.0/config/gitleaks.toml, MIT) and
 * secretlint 13.0 (https://github.com/secretlint/secretlint, MIT) whose prefix is distinctive enough by itself. Those that
 * neither lists are of services that scan for them, too: GitHub names the kinds
 * (https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns).
 *
 * None asks for a word boundary before the prefix: in the text of a program, `\n`, `\u003d` or `%3D` may precede a key, and
 * end in a word character. A boundary after a key is there only where the same characters are ordinary data. It is no
 * punctuation: emphasis of Markdown, or the end of a sentence, may follow a key.
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
  { kind: 'a Google API key', pattern: /AIza([A-Za-z0-9_-]{35})(?![A-Za-z0-9])/g },
  { kind: 'a Groq key', pattern: /gsk_([A-Za-z0-9]{48,})/g },
  { kind: 'an xAI key', pattern: /xai-([A-Za-z0-9]{80})/g },
  { kind: 'a Perplexity key', pattern: /pplx-([A-Za-z0-9]{48})/g },
  { kind: 'a Hugging Face token', pattern: /hf_([A-Za-z]{34})(?![A-Za-z])/g },
  { kind: 'a Slack token', pattern: /xox[abceoprs]-([0-9A-Za-z]{8,}-[A-Za-z0-9-]{10,})/g },
  { kind: 'a Slack token', pattern: /xox[bep]-\d-([A-Za-z0-9]{100,})/g },
  { kind: 'a Slack token', pattern: /xapp-\d-([A-Z0-9]{8,}-\d{8,}-[0-9a-f]{32,})/g },
  // A cookie, often in percent encoding.
  { kind: 'a Slack token', pattern: /xoxd-((?:[A-Za-z0-9+/_-]|%2[BF]){40,})(?:%3D){0,2}/g },
  {
    kind: 'a Slack webhook',
    pattern: new RegExp(
      `hooks\\.slack\\.com${SLASH}(?:services|workflows|triggers)${SLASH}((?:${BASE64}){43,})`,
      'g',
    ),
  },
  {
    kind: 'a GitLab token',
    pattern: /gl(?:pat|dt|cbt|ptt|rtr?|ft|imt|ffct|oas|soat|agent)-([A-Za-z0-9_.-]{20,})/g,
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
  { kind: 'a Vault token', pattern: /hv[bsr]\.([A-Za-z0-9]{24})(?![_-]?[A-Za-z0-9])/g },
  { kind: 'a Linear key', pattern: /lin_api_([A-Za-z0-9]{40})/g },
  { kind: 'a Notion token', pattern: /ntn_(\d{11}[A-Za-z0-9]{35})/g },
  { kind: 'a Postman key', pattern: /PMAK-([0-9a-f]{24}-[0-9a-f]{34})/g },
  { kind: 'a Figma token', pattern: /figd_([A-Za-z0-9_-]{40,})/g },
  { kind: 'a Cloudflare token', pattern: /cf(?:k|ut|at)_([A-Za-z0-9]{40}[0-9a-f]{8})/g },
  // In base64, four letters are frequent.
  { kind: 'an Amazon Bedrock key', pattern: new RegExp(`ABSK((?:${BASE64}){109,269})(?!${BASE64})`, 'g') },
  { kind: 'a Google client secret', pattern: /GOCSPX-([A-Za-z0-9_-]{28})/g },
  { kind: 'a Google access token', pattern: /ya29\.(?:[a-z]\.)?([A-Za-z0-9_-]{60,})/g },
  {
    kind: 'a client secret of Microsoft Entra',
    pattern: /[A-Za-z0-9_~.]{3}\dQ~([A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9])/g,
  },
  {
    kind: 'a key of Azure Storage',
    pattern: new RegExp(`AccountKey${EQUALS}((?:${BASE64}){86})${EQUALS}{2}`, 'g'),
  },
  { kind: 'an NVIDIA key', pattern: /nvapi-([A-Za-z0-9_-]{64})/g },
  { kind: 'a Replicate token', pattern: /r8_([A-Za-z0-9]{37})(?![A-Za-z0-9])/g },
  { kind: 'a Grafana token', pattern: /glsa_([A-Za-z0-9]{32}_[0-9A-Fa-f]{8})/g },
  { kind: 'a Grafana token', pattern: /glc_eyJ([A-Za-z0-9+/]{29,})/g },
  {
    kind: 'a Sentry token',
    pattern: new RegExp(`sntrys_eyJ((?:${BASE64}){50,}${EQUALS}{0,2}_(?:${BASE64}){43})`, 'g'),
  },
  { kind: 'a Sentry token', pattern: /sntryu_([0-9a-f]{64})/g },
  { kind: 'a Pulumi token', pattern: /pul-([0-9a-f]{40})(?![0-9a-f])/g },
  { kind: 'a 1Password token', pattern: /ops_eyJ([A-Za-z0-9+/]{250,})/g },
  { kind: 'a Doppler token', pattern: /dp\.(?:pt|ct|sa|scim|audit)\.([A-Za-z0-9]{40,44})/g },
  { kind: 'a Doppler token', pattern: /dp\.st\.(?:[a-z0-9_-]{2,35}\.)?([A-Za-z0-9]{40,44})/g },
  { kind: 'a PlanetScale key', pattern: /pscale_(?:tkn|pw|oauth)_([A-Za-z0-9_.-]{32,64})/g },
  { kind: 'an Atlassian token', pattern: new RegExp(`ATATT3((?:[A-Za-z0-9_-]|${EQUALS}){186})`, 'g') },
  // The characters of Bech32.
  { kind: 'an age key', pattern: /AGE-SECRET-KEY-1([02-9AC-HJ-NP-Z]{58})/g },
  { kind: 'a New Relic key', pattern: /NRAK-([A-Z0-9]{27})/g },
  { kind: 'a Brevo key', pattern: /xkeysib-([0-9a-f]{64}-[A-Za-z0-9]{16})/g },
  { kind: 'a GitLab token', pattern: /GR1348941([A-Za-z0-9_-]{20})/g },
  { kind: 'a HCP Terraform token', pattern: /[A-Za-z0-9]{14}\.atlasv1\.([A-Za-z0-9_-]{60,70})/g },
  { kind: 'an Alibaba Cloud access key', pattern: /LTAI([A-Za-z0-9]{20})(?![A-Za-z0-9+/])/g },
  { kind: 'a Sourcegraph token', pattern: /sgp_(?:[0-9a-fA-F]{16}_|local_)?([0-9a-fA-F]{40})/g },
  { kind: 'a Tailscale key', pattern: /tskey-[a-z]{2,20}-([A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,60})/g },
  { kind: 'a Supabase token', pattern: /sbp_([0-9a-f]{40})/g },
  { kind: 'a Clojars token', pattern: /CLOJARS_([A-Za-z0-9]{60})/gi },
]

export interface FoundSecret extends Span {
  readonly kind: string
}

/** Where a text has what looks like a secret of a well-known kind, by its start. Samples are left out. Pure. */
export function findWellKnownSecrets(text: string): FoundSecret[] {
  const tokens = new Map<string, FoundSecret>()
  for (const one of withoutSampleWord(text).flatMap((each) =>
    SECRET_PATTERNS.flatMap((p) => findTokens(each, p)),
  )) {
    const id = `${one.start} ${one.kind}`
    if (one.end > (tokens.get(id)?.end ?? 0)) tokens.set(id, one)
  }
  const keys = findPrivateKeys(text).map((span) => ({ kind: 'a private key', ...span }))
  return [...tokens.values(), ...keys].toSorted((a, b) => a.start - b.start)
}

/**
 * The text, and what is left if the word that ends a sample is none of a key, with and without a character before it: a whole
 * key with the word behind it is no sample.
 */
const withoutSampleWord = (text: string): string[] =>
  text.includes(SAMPLE_WORD)
    ? [
        text,
        ...[/EXAMPLE/g, /[-_]EXAMPLE/g].map((word) =>
          text.replace(word, (found) => ' '.repeat(found.length)),
        ),
      ]
    : [text]

const SAMPLE_WORD = 'EXAMPLE'

const LONGEST_PREFIX = 'hooks.slack.com%2Fworkflows%2F'.length

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
  if (body.endsWith(SAMPLE_WORD) || characters <= Math.min(FEW_CHARACTERS, body.length * FEW_IN_SHORT))
    return true
  return classChangesIn(body) < Math.min(MIN_CLASS_CHANGES, Math.floor(body.length / WORDS_LENGTH))
}
