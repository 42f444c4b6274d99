import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { PASSWORD_WRONG } from '#contract/auth/messages.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { OPERATOR_CONFIRMED_MIN } from '#contract/operator/limits.ts'
import { CONFIRM_FIRST } from '#contract/operator/messages.ts'
import { type Browser, bodyOf, openBrowser } from '#server/features/auth/testing/browser.ts'
import { addPerson, PASSWORD } from '#server/features/auth/testing/people.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const ADMIN = 'admin@room.test'

interface Token {
  access_token: string
}

const operatorCalls = Object.values(contract)
  .flatMap((word) => Object.values<Endpoint>(word))
  .filter(({ auth }) => auth === 'operator')

describe.each(apiDatabaseNames)('access to the admin pages on %s', (database) => {
  let world: World
  let laptop: Browser
  let token: string
  beforeEach(async () => {
    world = await createWorld(database)
    await addPerson(world, 'admin')
    await world.db.updateTable('user').set({ role: 'operator' }).execute()
    laptop = openBrowser(world)
    token = await laptop.enter(ADMIN, PASSWORD)
  })
  afterEach(() => world.close())

  const ask = (path: string, init: RequestInit = {}, as = token) =>
    world.fetch(`/api/application/operator${path}`, {
      ...init,
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    })
  const confirm = (password: string, as = token) =>
    ask('/session', { method: 'POST', body: JSON.stringify({ password }) }, as)
  const met = async (as = token) => (await ask('/audit', {}, as)).status

  it('is refused on every route to an operator who only logged in', async () => {
    expect(operatorCalls.length).toBeGreaterThan(0)
    for (const { method, path } of operatorCalls) {
      const answer = await world.fetch(`/api/application${path.replace(/:\w+/g, 'x')}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      })
      expect([answer.status, (await bodyOf(answer)).message], path).toEqual([403, CONFIRM_FIRST])
    }
  })

  it('opens with the password for that session only, and expires', async () => {
    const other = await openBrowser(world).enter(ADMIN, PASSWORD)
    const answer = await confirm(PASSWORD)
    expect(answer.status).toBe(200)
    const until = world.clock.now().getTime() + OPERATOR_CONFIRMED_MIN * MINUTE_MS
    expect(await answer.json()).toEqual({ confirmed_until: new Date(until).toISOString() })
    expect(await met()).toBe(200)
    expect(await met(other)).toBe(403)
    world.clock.move(OPERATOR_CONFIRMED_MIN * MINUTE_MS - 1)
    // The same session with a refreshed token, since its first token expires earlier.
    const { access_token: later } = (await (await laptop.refresh()).json()) as Token
    expect(await met(later)).toBe(200)
    world.clock.move(1)
    expect(await met(later)).toBe(403)
  })

  it('expires when a clock that was ahead at its start is set back (72)', async () => {
    world.clock.move(5 * MINUTE_MS)
    await confirm(PASSWORD)
    expect(await met()).toBe(200)
    world.clock.move(-5 * MINUTE_MS)
    expect(await met()).toBe(403)
  })

  it('ends on request, and at once for a dismissed operator', async () => {
    await confirm(PASSWORD)
    expect((await ask('/session', { method: 'DELETE' })).status).toBe(204)
    expect(await met()).toBe(403)
    await confirm(PASSWORD)
    expect(await met()).toBe(200)
    await world.db.updateTable('user').set({ role: 'member' }).execute()
    expect(await met()).toBe(403)
  })

  it('stays closed with a wrong password, which counts as a failed login', async () => {
    const answer = await confirm('chigau kagi')
    expect([answer.status, (await bodyOf(answer)).errors]).toEqual([
      422,
      { password: [PASSWORD_WRONG] },
    ])
    for (let tried = 1; tried < LOGIN_ATTEMPTS.max; tried++) await confirm('chigau kagi')
    expect((await confirm(PASSWORD)).status).toBe(429)
    expect(await met()).toBe(403)
  })

  it('is recorded when it opens', async () => {
    await confirm(PASSWORD)
    const rows = (await (await ask('/audit')).json()) as unknown[]
    expect(rows).toMatchObject([{ action: 'desk.open', actor: 'admin', before: {}, after: {} }])
  })
})
