import { type Html, html, join, NOTHING } from '../frame/html.ts'
import { icon } from '../frame/icon.ts'
import type { PartState } from './judge-project.ts'

/** Something that GitHub needs before work can start. */
export interface Part {
  readonly name: string
  readonly state: PartState
  readonly text: string
  readonly list?: readonly string[]
  readonly next?: string
  readonly link?: { readonly href: string; readonly text: string }
}

export function partRow({ name, state, text, list = [], next, link }: Part): Html {
  const shown = {
    done: { icon: 'check-circle-fill', text: 'Done' },
    todo: { icon: 'alert', text: 'To do' },
    unknown: { icon: 'question', text: 'Not known yet' },
  }[state]
  return html`<li class="box-row part part-${state}">${icon(shown.icon)}<div class="grow"><h3>${name} <span class="visually-hidden">(${shown.text})</span></h3><p class="flush">${text}</p>${list.length === 0 ? NOTHING : html`<ul class="mistakes">${join(list.map((one) => html`<li><code>${one}</code></li>`))}</ul>`}${next === undefined ? NOTHING : html`<p class="flush muted">${next}</p>`}</div>${link === undefined ? NOTHING : html`<a class="button button-small" href="${link.href}">${link.text}</a>`}</li>`
}
