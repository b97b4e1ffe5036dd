import type { AppServer } from './app-server.ts'
import type { DescribedOperation, Description } from './check-described.ts'

export interface KnownOperation {
  readonly id: string
  readonly method: string
  /** With `{name}` for a parameter. */
  readonly path: string
  readonly operation: DescribedOperation
}

/** All operations of the interface, as the server describes them. */
export async function describedOperations(app: AppServer): Promise<KnownOperation[]> {
  const { json } = await app.call('GET', '/openapi.json', { key: null })
  const { paths } = json as unknown as Description
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** The path of an operation with these values. */
export const pathOf = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
