import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'

const MAX_ATTEMPTS = 500
const WARM_UP = 20
/**
 * Limits of fault 62: the difference of the medians beyond what chance explains, and how much better than a coin toss
 * a guess by response time may be.
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
  // The same address and name once more, as after a lost email.
  resend: { path: '/signup', body: (email) => ({ ...PERSON, email, name: 'kaede_again' }) },
}

/** Whether response times reveal if an email address is registered. */
async function known(): Promise<Section> {
  await using folder = await fillFolder()
  await using server = await folder.start()
  const rows: Row[] = []
  for (const [what, call] of Object.entries(CALLS)) rows.push(await compare(server.url, what, call))
  return { title: `Known and unknown addresses, ${MAX_ATTEMPTS} attempts each, ms`, rows }
}

async function compare(url: string, what: string, { path, body }: Call): Promise<Row> {
  const times = { known: [] as number[], unknown: [] as number[] }
  const answers = new Set<string>()
  const total = 2 * (MAX_ATTEMPTS + WARM_UP)
  // In random order, so that after-effects of a request are distributed equally.
  const order = shuffled(Array.from({ length: total }, (_, n) => n % 2 === 0))
  for (const [n, isKnown] of order.entries()) {
    const unknown = what === 'resend' ? 'nobody@example.com' : `nobody-${what}-${n}@example.com`
    const payload = JSON.stringify(body(isKnown ? KNOWN : unknown, n))
    const from = performance.now()
    const answer = await fetch(`${url}/api/application${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: payload,
    })
    const text = await answer.text()
    times[isKnown ? 'known' : 'unknown'].push(performance.now() - from)
    answers.add(`${answer.status} ${text}`)
  }
  if (answers.size > 1)
    throw new Error(`${what} has different responses: ${[...answers].join(' | ')}`)
  const [knownTimes, nobodys] = [times.known.slice(WARM_UP), times.unknown.slice(WARM_UP)]
  const off = figure(knownTimes).median / figure(nobodys).median - 1
  const noise = chance(knownTimes, nobodys)
  const guess = slower(knownTimes, nobodys)
  return {
    what: `${what} (${[...answers][0]!.slice(0, 3)})`,
    figures: {
      known: middle(knownTimes),
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

/** A random order (Fisher–Yates). */
function shuffled<T>(list: readonly T[]): T[] {
  const drawn = [...list]
  for (let n = drawn.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1))
    ;[drawn[n], drawn[other]] = [drawn[other]!, drawn[n]!]
  }
  return drawn
}

/** The median, with the quartiles. */
function middle(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!
  return { median: figure(values).median, min: at(0.25), max: at(0.75) }
}

/** The 95 % quantile of the difference of medians under random assignment (permutation test). */
function chance(a: number[], b: number[]): number {
  const all = [...a, ...b]
  const offs = Array.from({ length: SHUFFLES }, () => {
    const drawn = shuffled(all)
    const first = figure(drawn.slice(0, a.length)).median
    return Math.abs(first / figure(drawn.slice(a.length)).median - 1)
  })
  return offs.toSorted((x, y) => x - y)[Math.floor(0.95 * SHUFFLES)]!
}

/** The probability that a known address takes longer than an unknown one (Mann–Whitney): 0.5 means no difference. */
function slower(a: number[], b: number[]): number {
  let longer = 0
  for (const one of a) for (const other of b) longer += one > other ? 1 : one === other ? 0.5 : 0
  return longer / (a.length * b.length)
}

if (import.meta.main) await report('known', known)
