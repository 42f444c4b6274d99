import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Asked for each time, so that a clock jumps between two lines of a process that goes on. */
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

/** A clock for processes that are started with `env`: it can be moved while they run. */
export function openMovedClock() {
  const folder = mkdtempSync(join(tmpdir(), 'room-clock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'offset')
  /** At once: a file that is just being written would be a clock that is right. */
  const set = (ms: number) => {
    writeFileSync(`${file}.next`, String(ms))
    renameSync(`${file}.next`, file)
  }
  set(0)
  const preloaded = `data:text/javascript,${encodeURIComponent(PRELOADED)}`
  return { set, env: { NODE_OPTIONS: `--import=${preloaded}`, MOVED_CLOCK: file } }
}
