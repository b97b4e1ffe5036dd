/**
 * A separate process that generates a typed client: the arguments are a file with a description, and a directory.
 *
 * The generator writes its code with the compiler interface of TypeScript 6, and TypeScript 7 has none. @ts-morph/common
 * carries a whole compiler of 6, which the generator is given for its own.
 */
import { registerHooks } from 'node:module'

const compiler = import.meta.resolve('@ts-morph/common/dist/typescript.js')
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? compiler : specifier, context),
})
// Only now: an import declaration would be resolved before the hook is there.
const { createClient } = await import('@hey-api/openapi-ts')

const [input = '', path = ''] = process.argv.slice(2)
await createClient({
  input,
  output: { path, module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
})
