import { setTimeout as pause } from 'node:timers/promises'
import { auth } from '#contract/auth/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import type { Engine } from '#server/db/engine.ts'
import { hashToken } from '#server/features/auth/sessions/refresh-token.ts'
import { MAX_ATTEMPTS, PAUSE_MS, type World } from './buyer.ts'
import { addPerson } from './people.ts'

/** The number of tabs that wake up at once. */
const TABS = 3
const COOKIE = /^refresh_token=([^;]+)/

/** Users whose browsers refresh their logins in several tabs at once while the server is killed. */
export async function createLogins({ url }: World, { db }: Engine, count: number) {
  // Separate users, as the end of such a login affects what other checks look at.
  const people = Array.from({ length: count }, (_, nth) => `tabs${nth}`)
  for (const person of people) await addPerson(db, person)
  const browsers = people.map((person) => ({
    person,
    session: `session-${person}`,
    cookie: person,
    ended: false,
    /** A response lost for longer than the grace period looks like a stolen cookie: the server ends the session. */
    mayEnd: false,
    turn: Promise.resolve(),
  }))
  type Browser = (typeof browsers)[number]
  const problems: string[] = []
  let times = 0

  /** A tab's refresh with retries. Null: the session has ended; undefined: no answer. */
  async function ask(browser: Browser, cookie: string): Promise<string | null | undefined> {
    for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
      const answer = await fetch(url + urlOf(auth.refresh, {}), {
        method: 'POST',
        headers: { cookie: `refresh_token=${cookie}`, origin: url },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null)
      if (answer?.ok) return COOKIE.exec(answer.headers.getSetCookie()[0] ?? '')?.[1]
      if (answer?.status === 500) return null
      if (answer && answer.status < 500) {
        problems.push(`${browser.person} was answered ${answer.status}`)
        return undefined
      }
      browser.mayEnd = true
      await pause(PAUSE_MS)
    }
  }

  async function goOn(browser: Browser) {
    if (browser.ended) return
    const tabs = Array.from({ length: TABS }, () => ask(browser, browser.cookie))
    const answers = new Set(await Promise.all(tabs))
    if (answers.has(null)) {
      browser.ended = true
      if (!browser.mayEnd) problems.push(`the login of ${browser.person} was ended by its own tabs`)
    }
    const next = [...answers].filter((one) => typeof one === 'string')
    if (next.length > 1) problems.push(`${browser.person} was given ${next.length} cookies at once`)
    if (next[0]) {
      browser.cookie = next[0]
      times++
    }
  }

  return {
    times: () => times,
    /** All tabs of a browser wake up together; each round starts after the last one. */
    refresh(n: number): Promise<void> {
      const browser = browsers[n % browsers.length]!
      browser.turn = browser.turn.then(() => goOn(browser))
      return browser.turn
    },
    /** Each session has one valid token, the one in its browser; an ended session has none. */
    async look(): Promise<string[]> {
      // Browsers without an answer try once more.
      for (const browser of browsers) await goOn(browser)
      for (const { person, session, cookie, ended } of browsers) {
        const live = await db
          .selectFrom('refresh_token')
          .innerJoin('session', 'session.id', 'refresh_token.session_id')
          .select('token_hash')
          .where('session_id', '=', session)
          .where('used_at', 'is', null)
          .where('revoked_at', 'is', null)
          .execute()
        const expected = ended ? [] : [hashToken(cookie)]
        const hashes = live.map(({ token_hash }) => token_hash)
        if (hashes.join() !== expected.join())
          problems.push(`${person} has ${hashes.length} live tokens, not that of their browser`)
      }
      return problems
    },
  }
}
