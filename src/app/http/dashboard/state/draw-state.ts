import { clockTime, when } from '../frame/formats.ts'
import { type Html, html, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { View } from '../frame/view.ts'
import type { StateView, Tone } from './describe-state.ts'

/** Icon and words. `id`: of the words, for what replaces them. */
export const stateBadge = ({ icon: name, tone, words }: StateView, id: string | null = null): Html =>
  html`<span class="state state-${tone}">${icon(name)}<span${id === null ? NOTHING : html` id="${id}"`}>${words}</span></span>`

/** The words of the state of a job on its page. */
export const STATE_ID = 'state-words'

/** First of all on the page: the state, since when, why, and the next action. */
export function stateBox(view: Pick<View, 'locale' | 'now'>, state: StateView): Html {
  const { since, clock, why, next, link } = state
  const isOpen = state.tone === 'waiting' || state.tone === 'active'
  return html`<div class="state-box state-box-${state.tone}"><p class="state-line">${stateBadge(state, STATE_ID)} <span class="muted">${isOpen ? html`since ${clockTime(view, since)}` : when(view, since)}${clock === null ? NOTHING : html`, ${clock.text} ${clockTime(view, clock.at)}`}</span></p>
${why === null || why === '' ? NOTHING : html`<p class="state-why"><span class="visually-hidden">Why: </span>${why}</p>`}
${next === null && link === null ? NOTHING : html`<p class="state-next"><strong>Next:</strong> ${next ?? ''}${link === null ? NOTHING : html` <a href="${link.url}">${link.text}</a>`}</p>`}</div>`
}

const SIGNS: Readonly<Record<Tone, string>> = {
  waiting: '◌ ',
  active: '● ',
  success: '✓ ',
  attention: '! ',
  danger: '✗ ',
  muted: '– ',
}

/** Before the title of the window. */
export const stateSign = (tone: Tone): string => SIGNS[tone]

const COLOURS: Readonly<Record<Tone, string>> = {
  waiting: '9a6700',
  active: '0969da',
  success: '1a7f37',
  attention: 'bc4c00',
  danger: 'cf222e',
  muted: '59636e',
}

const SHAPES: Readonly<Record<Tone, string>> = {
  waiting: "%3Cpath d='M8 4v4.5l3 2' /%3E",
  active: "%3Ccircle cx='8' cy='8' r='2.5' fill='white'/%3E",
  success: "%3Cpath d='M4.5 8.5l2.3 2.3 4.7-5'/%3E",
  attention: "%3Cpath d='M8 4v5M8 11.5v.5'/%3E",
  danger: "%3Cpath d='M5 5l6 6M11 5l-6 6'/%3E",
  muted: "%3Cpath d='M4.5 8h7'/%3E",
}

/** Icon of the window: shape and colour of the state. */
export const stateIcon = (tone: Tone): string =>
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' fill='none' stroke='white' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Ccircle cx='8' cy='8' r='8' stroke='none' fill='%23${COLOURS[tone]}'/%3E${SHAPES[tone]}%3C/svg%3E`
