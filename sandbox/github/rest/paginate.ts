import type { Call } from './route.ts'

const positive = (text: string | null, fallback: number): number => {
  const value = Number(text ?? fallback)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** One page of `items`, and the Link header to the others. */
export const paginate = <T>(
  call: Call,
  items: readonly T[],
): { page: T[]; headers: Record<string, string> } => {
  const perPage = Math.min(positive(call.query.get('per_page'), 30), 100)
  const number = positive(call.query.get('page'), 1)
  const last = Math.max(1, Math.ceil(items.length / perPage))
  const link = (page: number, rel: string): string => {
    const url = new URL(call.url)
    url.searchParams.set('page', String(page))
    return `<${url.href}>; rel="${rel}"`
  }
  const links = [
    ...(number > 1 ? [link(number - 1, 'prev')] : []),
    ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
    ...(number > 1 ? [link(1, 'first')] : []),
  ]
  return {
    page: items.slice((number - 1) * perPage, number * perPage),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  }
}
