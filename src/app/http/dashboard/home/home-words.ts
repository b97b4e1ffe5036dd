export const HOME_WORDS = { title: 'Get started' } as const
