import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Reads the offset from a file at each call, so that the clock can jump in a running process. */
const PRELOADED = `
  import { readFileSync } from 'node:fs'
  const Real = Date
  const now = () => Real.now() + Number(readFileSync(process.env.MOVED_CLOCK))
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length ? args : [now()], made),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : target[name]),
  })
  Real.prototype.constructor = Date`

/** A clock that can be moved while the processes started with `env` run. */
export function createMovedClock() {
  const folder = mkdtempSync(join(tmpdir(), 'room-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'offset')
  /** Atomic: a file half written would read as no offset. */
  const set = (ms: number) => {
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  set(0)
  const preloaded = `data:text/javascript,${encodeURIComponent(PRELOADED)}`
  return { set, env: { NODE_OPTIONS: `--import=${preloaded}`, MOVED_CLOCK: file } }
}
