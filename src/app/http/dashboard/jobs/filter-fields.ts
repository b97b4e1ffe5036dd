import { type Html, html } from '../frame/html.ts'
import { filterQuery, type JobFilterChoice } from './job-filter.ts'

/** The filter, for a form that acts on what it shows. */
export const filterFields = (choice: JobFilterChoice): Html[] =>
  [...new URLSearchParams(filterQuery(choice))].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
