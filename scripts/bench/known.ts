import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'

const TRIES = 500
const WARM_UP = 20
/**
 * fault 62: what a median may be off, where it is more than chance alone makes of these very tries; and how far a guess
 * by time may be better than a coin.
 */
const OFF_MAX = 0.1
const SHUFFLES = 500
const OVERLAP = { min: 0.45, max: 0.55 }

const KNOWN = 'fan@example.com'
const PERSON = {
  display_name: '楓',
  birthY: 1990,
  birthM: 1,
  birthD: 1,
  gender: 9,
  terms: true,
}

interface Call {
  path: string
  body: (email: string, n: number) => object
}
const CALLS: Record<string, Call> = {
  login: { path: '/login', body: (email) => ({ email, password: 'not this one' }) },
  reset: { path: '/reset_password', body: (email) => ({ email }) },
  'sign-up': {
    path: '/signup',
    body: (email, n) => ({ ...PERSON, email, name: `kaede_${n}` }),
  },
  // The same address and name once more: the mail did not come.
  resend: { path: '/signup', body: (email) => ({ ...PERSON, email, name: 'kaede_again' }) },
}

/** Whether somebody who only has a watch can tell an address that we know from one that we do not. */
async function known(): Promise<Section> {
  await using folder = await fillFolder()
  await using server = await folder.start()
  const rows: Row[] = []
  for (const [what, call] of Object.entries(CALLS)) rows.push(await compare(server.url, what, call))
  return { title: `Known against unknown addresses, ${TRIES} tries each, ms`, rows }
}

async function compare(url: string, what: string, { path, body }: Call): Promise<Row> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const total = 2 * (TRIES + WARM_UP)
  // Which comes next is by chance: what one leaves behind is not always the other's burden.
  const order = shuffled(Array.from({ length: total }, (_, n) => n % 2 === 0))
  for (const [n, isKnown] of order.entries()) {
    const unknown = what === 'resend' ? 'nobody@example.com' : `nobody-${what}-${n}@example.com`
    const asked = JSON.stringify(body(isKnown ? KNOWN : unknown, n))
    const from = performance.now()
    const answer = await fetch(`${url}/api/application${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: asked,
    })
    const text = await answer.text()
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - from)
    answers.add(`${answer.status} ${text}`)
  }
  if (answers.size > 1) throw new Error(`${what} answers differently: ${[...answers].join(' | ')}`)
  const [theirs, nobodys] = [times.known.slice(WARM_UP), times.unknown.slice(WARM_UP)]
  const off = figure(theirs).median / figure(nobodys).median - 1
  const noise = chance(theirs, nobodys)
  const guess = slower(theirs, nobodys)
  return {
    what: `${what} (${[...answers][0]!.slice(0, 3)})`,
    figures: {
      known: middle(theirs),
      unknown: middle(nobodys),
      'off %': figure([off * 100]),
      'chance %': figure([noise * 100]),
      overlap: figure([guess]),
    },
    target: {
      says: `≤ ${OFF_MAX * 100} % or chance, ${OVERLAP.min}–${OVERLAP.max}`,
      held:
        Math.abs(off) <= Math.max(OFF_MAX, noise) && guess >= OVERLAP.min && guess <= OVERLAP.max,
    },
  }
}

/** In an order of chance (Fisher and Yates). */
function shuffled<T>(list: readonly T[]): T[] {
  const drawn = [...list]
  for (let n = drawn.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[drawn[n], drawn[other]] = [drawn[other]!, drawn[n]!]
  }
  return drawn
}

/** The median, between the quartiles. */
function middle(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!
  return { median: figure(values).median, min: at(0.25), max: at(0.75) }
}

/** What the medians are off, at most, in 19 of 20 cases where it is drawn by lot which try was whose. */
function chance(a: number[], b: number[]): number {
  const all = [...a, ...b]
  const offs = Array.from({ length: SHUFFLES }, () => {
    const drawn = shuffled(all)
    const first = figure(drawn.slice(0, a.length)).median
    return Math.abs(first / figure(drawn.slice(a.length)).median - 1)
  })
  return offs.toSorted((x, y) => x - y)[Math.floor(0.95 * SHUFFLES)]!
}

/** How often a known one takes longer than an unknown one (Mann and Whitney): 0.5 is a coin. */
function slower(a: number[], b: number[]): number {
  let longer = 0
  for (const one of a) for (const other of b) longer += one > other ? 1 : one === other ? 0.5 : 0
  return longer / (a.length * b.length)
}

if (import.meta.main) await report('known', known)
