/**
 * What people give as the key of a local server, which checks none. Shorter words, such as `ollama`, `EMPTY` and `none`, are
 * too short for a secret anyway. Sources: the manuals of LM Studio (https://lmstudio.ai/docs/app/api/endpoints/openai),
 * llama.cpp and llamafile (https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md), LangChain, and what
 * users of other servers report, such as https://github.com/MervinPraison/PraisonAI/pull/535.
 */
const PLACEHOLDERS = new Set([
  ...['lm-studio', 'lm_studio', 'llamafile', 'llama.cpp', 'llama-cpp'],
  ...['not-needed', 'not_needed', 'not needed', 'sk-not-needed', 'not-required', 'not_required', 'notneeded'],
  ...['no-key-required', 'no-key-needed', 'sk-no-key-required', 'sk-no-key', 'no-api-key', 'no_api_key'],
  ...[
    'dummy-key',
    'dummy_key',
    'dummy-api-key',
    'sk-dummy',
    'fake-key',
    'fake_key',
    'fake-api-key',
    'test-key',
  ],
  ...['local-key', 'local_key', 'placeholder', 'anything', 'whatever', 'undefined'],
])

/** The hosts of the providers themselves. They know no such key, so that one there is a mistake, and perhaps a password. */
const PROVIDER_HOST = /(?:^|\.)(?:anthropic\.com|openai\.com|googleapis\.com)\.?$/

/** Whether a model's key is a word that tells nothing: at a base URL other than the provider's own. Pure. */
export function isPlaceholderKey(key: string, baseUrl: string | undefined): boolean {
  const host = URL.parse(baseUrl?.trim() ?? '')?.hostname ?? ''
  return PLACEHOLDERS.has(key.toLowerCase()) && host !== '' && !PROVIDER_HOST.test(host)
}
