/**
 * Preloaded into a server (`--import`): its clock is off by as many milliseconds as the file CLOCK_FILE says at the
 * moment; what it has taken over stands in the file beside it. Only what the program reads of the time is changed; timers keep their pace.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const realNow = Date.now
let shift = 0
const now = (): number => realNow() + shift

const file = process.env.CLOCK_FILE ?? ''
const look = (): void => {
  const text = readFileSync(file, 'utf8')
  if (text === '' || Number(text) === shift) return
  shift = Number(text)
  writeFileSync(`${file}.taken`, text)
}
setInterval(look, 50).unref()
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
