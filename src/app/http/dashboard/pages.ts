import { type HomeDeps, homePages } from './home/home-pages.ts'

/** What all pages need together. */
export type PagesDeps = HomeDeps

/** The areas of the dashboard, each in a room of its own. */
export const PAGES = [homePages] as const
