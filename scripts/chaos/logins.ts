import { setTimeout as pause } from 'node:timers/promises'
import { auth } from '#contract/auth.ts'
import { urlOf } from '#contract/caller.ts'
import type { Engine } from '#server/db/engine.ts'
import { hashToken } from '#server/features/auth/refresh-token.ts'
import type { World } from './buyer.ts'
import { addPerson } from './town.ts'

/** As many tabs of one browser wake at once. */
const TABS = 3
const AGAIN_MS = 150
const TRIES = 200
const COOKIE = /^refresh_token=([^;]+)/

/** People whose browsers go on with their logins, in several tabs at once, while the server is shot. */
export async function openLogins({ url }: World, { db }: Engine, count: number) {
  // Nobody else's: what such a login's end takes along is looked at by others.
  const people = Array.from({ length: count }, (_, nth) => `tabs${nth}`)
  for (const person of people) await addPerson(db, person)
  const browsers = people.map((person) => ({
    person,
    session: `session-${person}`,
    cookie: person,
    ended: false,
    /** An answer that was lost for longer than the grace is a stolen cookie to the server: it ends the family. */
    mayEnd: false,
    turn: Promise.resolve(),
  }))
  type Browser = (typeof browsers)[number]
  const wrong: string[] = []
  let times = 0

  /** As a tab does it: until somebody answers. Null where the login has ended, undefined where nobody did. */
  async function ask(browser: Browser, cookie: string): Promise<string | null | undefined> {
    for (let tried = 0; tried < TRIES; tried++) {
      const answer = await fetch(url + urlOf(auth.refresh, {}), {
        method: 'POST',
        headers: { cookie: `refresh_token=${cookie}`, origin: url },
        signal: AbortSignal.timeout(60_000),
      }).catch(() => null)
      if (answer?.ok) return COOKIE.exec(answer.headers.getSetCookie()[0] ?? '')?.[1]
      if (answer?.status === 500) return null
      if (answer && answer.status < 500) {
        wrong.push(`${browser.person} was answered ${answer.status}`)
        return undefined
      }
      browser.mayEnd = true
      await pause(AGAIN_MS)
    }
  }

  async function goOn(browser: Browser) {
    if (browser.ended) return
    const tabs = Array.from({ length: TABS }, () => ask(browser, browser.cookie))
    const answers = new Set(await Promise.all(tabs))
    if (answers.has(null)) {
      browser.ended = true
      if (!browser.mayEnd)
        wrong.push(`I10: the login of ${browser.person} was ended by its own tabs`)
    }
    const next = [...answers].filter((one) => typeof one === 'string')
    if (next.length > 1) wrong.push(`${browser.person} was given ${next.length} cookies at once`)
    if (next[0]) {
      browser.cookie = next[0]
      times++
    }
  }

  return {
    times: () => times,
    /** A browser's tabs wake together, and then those of its next time. */
    refresh(n: number): Promise<void> {
      const browser = browsers[n % browsers.length]!
      browser.turn = browser.turn.then(() => goOn(browser))
      return browser.turn
    },
    /** I10: one token of each login lives, and it is the one that its browser has; none of those that have ended. */
    async look(): Promise<string[]> {
      // Whoever was answered by nobody asks once more.
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
        const found = live.map(({ token_hash }) => token_hash)
        if (found.join() !== expected.join())
          wrong.push(`I10: ${person} has ${found.length} live tokens, not that of their browser`)
      }
      return wrong
    },
  }
}
