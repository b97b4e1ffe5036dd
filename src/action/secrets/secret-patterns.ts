/** A well-known credential format. A pattern avoids false matches rather than finding everything. */
export interface SecretPattern {
  readonly kind: string
  readonly pattern: RegExp
}

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  { kind: 'a GitHub token', pattern: /\b(?:ghp|gho|ghu|ghr)_[A-Za-z0-9]{36,255}/g },
  // Since 2026 an installation token is `ghs_<app id>_<JWT>`, of variable length and with dots.
  { kind: 'a GitHub installation token', pattern: /\bghs_[A-Za-z0-9._-]{36,}/g },
  { kind: 'a GitHub fine-grained token', pattern: /\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/g },
  { kind: 'a Prentice key', pattern: /\bprn_[0-9A-Za-z]{36}\b/g },
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  { kind: 'an Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{24,}/g },
  { kind: 'an OpenAI key', pattern: /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,}/g },
  { kind: 'an OpenAI key', pattern: /\bsk-[A-Za-z0-9]{48}\b/g },
  { kind: 'an OpenRouter key', pattern: /\bsk-or-v1-[0-9a-f]{64}\b/g },
  { kind: 'a Google API key', pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: 'a Slack token', pattern: /\bxox[abeoprs]-[0-9A-Za-z]{8,}-[A-Za-z0-9-]{10,}/g },
  { kind: 'a GitLab token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'a Stripe key', pattern: /\b[rs]k_live_[A-Za-z0-9]{24,}/g },
]

/** First line of a private key. It also appears in texts about keys, so it is not enough by itself. */
export const PRIVATE_KEY_HEAD = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/

/** A line of the key itself. */
export const PRIVATE_KEY_BODY = /[A-Za-z0-9+/]{40}/

/** Whether it is a placeholder: `ghp_xxxxxxxx…`, or a key of the provider's manual, which ends in EXAMPLE. */
export function isSample(match: string): boolean {
  return match.endsWith('EXAMPLE') || new Set(match.slice(match.lastIndexOf('_') + 1)).size < 8
}
