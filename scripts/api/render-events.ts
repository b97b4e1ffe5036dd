import type { Description } from '../../test/support/app/check-described.ts'
import { about, row, type Schema, table, typeOf } from './render-operation.ts'

/** The fields of each type of event, first those that all types have. */
export function renderEvents(description: Description): string {
  const { schemas } = (description as Description & { components: { schemas: Record<string, Schema> } })
    .components
  const variants = schemas.JobEvent?.oneOf ?? []
  const isEverywhere = (name: string): boolean =>
    variants.every(({ properties }) => name in (properties ?? {}))
  const rowsOf = ({ properties = {}, required }: Schema, event: string, isShown: (name: string) => boolean) =>
    Object.entries(properties)
      .filter(([name]) => name !== 'type' && isShown(name))
      .map(([name, field]) =>
        row(
          event,
          `\`${name}\``,
          `${typeOf(field)}${required?.includes(name) ? '' : ', optional'}`,
          about(field),
        ),
      )
  return table(
    ['Event', 'Field', 'Type', 'Description'],
    [
      ...rowsOf(variants[0] ?? {}, 'every event', isEverywhere),
      ...variants.flatMap((variant) => {
        const [type = ''] = variant.properties?.type?.enum ?? []
        return rowsOf(variant, `\`${type}\``, (name) => !isEverywhere(name))
      }),
    ],
  )
}
