import type { TestRandom } from '../random.ts'

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
const LETTERS = UPPER + UPPER.toLowerCase()
const ALL = LETTERS + DIGITS
const URL_SAFE = `${ALL}_-`
const HEX = `${DIGITS}abcdef`

type Draw = (length: number, characters?: string) => string
type Kind = readonly [kind: string, make: (draw: Draw) => string]

/** How the keys of each known kind look. Made here and valid nowhere. */
export const KINDS_OF_KEYS: readonly Kind[] = [
  ...['ghp', 'gho', 'ghu', 'ghr'].map(
    (prefix): Kind => ['a GitHub token', (draw) => `${prefix}_${draw(36)}`],
  ),
  ['a GitHub installation token', (draw) => `ghs_${draw(36)}`],
  [
    'a GitHub installation token',
    (draw) =>
      `ghs_${draw(7, DIGITS)}_eyJ${draw(110, URL_SAFE)}.eyJ${draw(260, URL_SAFE)}.${draw(86, URL_SAFE)}`,
  ],
  ['a GitHub fine-grained token', (draw) => `github_pat_${draw(22)}_${draw(59)}`],
  ['a Prentice key', (draw) => `prn_${draw(36)}`],
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map(
    (prefix): Kind => ['an AWS access key', (draw) => `${prefix}${draw(16, `${UPPER}234567`)}`],
  ),
  ['an Anthropic key', (draw) => `sk-ant-api03-${draw(93, URL_SAFE)}AA`],
  ['an Anthropic key', (draw) => `sk-ant-admin01-${draw(93, URL_SAFE)}AA`],
  ['an Anthropic key', (draw) => `sk-ant-oat01-${draw(93, URL_SAFE)}AA`],
  ...['proj', 'svcacct', 'admin'].map(
    (name): Kind => [
      'an OpenAI key',
      (draw) => `sk-${name}-${draw(74, URL_SAFE)}T3BlbkFJ${draw(74, URL_SAFE)}`,
    ],
  ),
  ['an OpenAI key', (draw) => `sk-${draw(20)}T3BlbkFJ${draw(20)}`],
  ['an OpenRouter key', (draw) => `sk-or-v1-${draw(64, HEX)}`],
  ['a Google API key', (draw) => `AIza${draw(35, URL_SAFE)}`],
  ['a Groq key', (draw) => `gsk_${draw(52)}`],
  ['an xAI key', (draw) => `xai-${draw(80)}`],
  ['a Perplexity key', (draw) => `pplx-${draw(48)}`],
  ['a Hugging Face token', (draw) => `hf_${draw(34, LETTERS)}`],
  ['a Slack token', (draw) => `xoxb-${draw(12, DIGITS)}-${draw(13, DIGITS)}-${draw(24)}`],
  ['a Slack token', (draw) => `xoxe-1-${draw(146)}`],
  ['a Slack token', (draw) => `xapp-1-A${draw(10, UPPER + DIGITS)}-${draw(13, DIGITS)}-${draw(64, HEX)}`],
  [
    'a Slack token',
    (draw) => `xoxc-${draw(12, DIGITS)}-${draw(12, DIGITS)}-${draw(13, DIGITS)}-${draw(64, HEX)}`,
  ],
  ['a Slack token', (draw) => `xoxd-${draw(60)}%2B${draw(60)}%3D%3D`],
  [
    'a Slack webhook',
    (draw) =>
      `hooks.slack.com/services/T${draw(10, UPPER + DIGITS)}/B${draw(10, UPPER + DIGITS)}/${draw(24)}`,
  ],
  ...['glpat', 'gldt', 'glptt', 'glrt', 'glrtr', 'glagent'].map(
    (prefix): Kind => ['a GitLab token', (draw) => `${prefix}-${draw(20, URL_SAFE)}`],
  ),
  [
    'a GitLab token',
    (draw) => `glpat-${draw(27, URL_SAFE)}.01.${draw(9, `${DIGITS}abcdefghijklmnopqrstuvwxyz`)}`,
  ],
  ['an npm token', (draw) => `npm_${draw(36)}`],
  ['a PyPI token', (draw) => `pypi-AgEIcHlwaS5vcmc${draw(150, URL_SAFE)}`],
  ['a RubyGems token', (draw) => `rubygems_${draw(48, HEX)}`],
  ['a Docker token', (draw) => `dckr_pat_${draw(27, URL_SAFE)}`],
  ['a Stripe key', (draw) => `sk_live_${draw(24)}`],
  ['a Stripe key', (draw) => `rk_live_${draw(99)}`],
  ['a SendGrid key', (draw) => `SG.${draw(22, URL_SAFE)}.${draw(43, URL_SAFE)}`],
  ['a DigitalOcean token', (draw) => `dop_v1_${draw(64, HEX)}`],
  ['a Shopify token', (draw) => `shpat_${draw(32, HEX)}`],
  ['a Databricks token', (draw) => `dapi${draw(32, HEX)}`],
  ['a Vault token', (draw) => `hvs.${draw(95, URL_SAFE)}`],
  ['a Vault token', (draw) => `hvs.${draw(24)}`],
  ['a Linear key', (draw) => `lin_api_${draw(40)}`],
  ['a Notion token', (draw) => `ntn_${draw(11, DIGITS)}${draw(35)}`],
  ['a Postman key', (draw) => `PMAK-${draw(24, HEX)}-${draw(34, HEX)}`],
  ['a Figma token', (draw) => `figd_${draw(40, URL_SAFE)}`],
  ['a Cloudflare token', (draw) => `cfut_${draw(40)}${draw(8, HEX)}`],
  ['an Amazon Bedrock key', (draw) => `ABSK${draw(128, `${ALL}+/`)}`],
  ['a Google client secret', (draw) => `GOCSPX-${draw(28, URL_SAFE)}`],
  ['a Google access token', (draw) => `ya29.a0${draw(160, URL_SAFE)}`],
  ['a Google access token', (draw) => `ya29.c.${draw(160, URL_SAFE)}`],
  ['a client secret of Microsoft Entra', (draw) => `${draw(3)}8Q~${draw(34)}`],
  ['a key of Azure Storage', (draw) => `AccountKey=${draw(86, `${ALL}+/`)}==`],
  ['an NVIDIA key', (draw) => `nvapi-${draw(64, URL_SAFE)}`],
  ['a Replicate token', (draw) => `r8_${draw(37)}`],
  ['a Grafana token', (draw) => `glsa_${draw(32)}_${draw(8, HEX)}`],
  ['a Grafana token', (draw) => `glc_eyJ${draw(120)}`],
  [
    'a Sentry token',
    (draw) => `sntrys_eyJpYXQiO${draw(60)}LCJyZWdpb25fdXJs${draw(60)}=_${draw(43, `${ALL}+/`)}`,
  ],
  ['a Sentry token', (draw) => `sntryu_${draw(64, HEX)}`],
  ['a Pulumi token', (draw) => `pul-${draw(40, HEX)}`],
  ['a 1Password token', (draw) => `ops_eyJ${draw(600)}`],
  ['a Doppler token', (draw) => `dp.pt.${draw(43)}`],
  ['a Doppler token', (draw) => `dp.st.dev_web.${draw(43)}`],
  ...['tkn', 'pw', 'oauth'].map(
    (name): Kind => ['a PlanetScale key', (draw) => `pscale_${name}_${draw(43, URL_SAFE)}`],
  ),
  ['an Atlassian token', (draw) => `ATATT3xFfGF0${draw(171, URL_SAFE)}=${draw(8, HEX).toUpperCase()}`],
  ['an age key', (draw) => `AGE-SECRET-KEY-1${draw(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`],
  ['a New Relic key', (draw) => `NRAK-${draw(27, UPPER + DIGITS)}`],
  ['a Brevo key', (draw) => `xkeysib-${draw(64, HEX)}-${draw(16)}`],
  ['a GitLab token', (draw) => `GR1348941${draw(20, URL_SAFE)}`],
  ['a HCP Terraform token', (draw) => `${draw(14)}.atlasv1.${draw(67)}`],
  ['an Alibaba Cloud access key', (draw) => `LTAI${draw(20)}`],
  ['a Sourcegraph token', (draw) => `sgp_${draw(16, HEX)}_${draw(40, HEX)}`],
  ['a Sourcegraph token', (draw) => `sgp_${draw(40, HEX)}`],
  ['a Tailscale key', (draw) => `tskey-auth-k${draw(11)}CNTRL-${draw(32)}`],
  ['a Supabase token', (draw) => `sbp_${draw(40, HEX)}`],
  ['a Clojars token', (draw) => `CLOJARS_${draw(60, HEX)}`],
]

/** Draws keys, such as those of {@link KINDS_OF_KEYS}. */
export const drawFrom =
  (random: TestRandom): Draw =>
  (length, characters = ALL) =>
    Array.from({ length }, () => characters[random.integer(characters.length)]).join('')

/** The first line, the body and the last line of a private key. */
export function makePrivateKey(random: TestRandom, newline = '\n'): string {
  const name = ['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED '][random.integer(5)] ?? ''
  const body = random.bytes(48 + random.integer(1200)).toString('base64')
  const lines = body.match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${name}PRIVATE KEY-----`, ...lines, `-----END ${name}PRIVATE KEY-----`].join(newline)
}
