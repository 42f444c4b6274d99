import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { unsubscribeUrl } from '#server/http/unsubscribe-url.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('unsubscribe link of an email, on %s', (database) => {
  let world: World
  let url: string
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'fan')
    await makeUser(world, 'other')
    url = unsubscribeUrl(world.deps, 'fan', 'event_reminder')
  })
  afterEach(() => world.close())

  /** One-click request of RFC 8058: a form with one field, without cookies or login. */
  const tap = (to = url) =>
    world.fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const settingOf = async (user: string) => (await world.as(user)(account.getMe, {})).notification

  it('stops that kind of email with one request, repeatable, and changes nothing else', async () => {
    const before = await settingOf('fan')
    expect(before.event_reminder).toBe(true)
    for (let n = 0; n < 2; n++) {
      const answer = await tap()
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining('停止しました'),
      ])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(await settingOf('fan')).toEqual({ ...before, event_reminder: false })
    expect((await settingOf('other')).event_reminder).toBe(true)
    await world.as('fan')(account.setNotification, { body: { ...before, message: false } })
    await tap()
    expect(await settingOf('fan')).toEqual({ ...before, message: false, event_reminder: false })
  })

  it('asks for confirmation on GET, since mail scanners open links', async () => {
    const answer = await world.fetch(url)
    const page = await answer.text()
    expect(page).toContain('停止しますか？')
    expect((await settingOf('fan')).event_reminder).toBe(true)
    const [, action = ''] = page.match(/action="([^"]+)"/)!
    expect((await tap(action.replaceAll('&amp;', '&'))).status).toBe(200)
    expect((await settingOf('fan')).event_reminder).toBe(false)
  })

  it('is valid for its person and its kind of email only', async () => {
    for (const invalidUrl of [
      url.replace('id=fan', 'id=other'),
      url.replace('kind=event_reminder', 'kind=payment'),
      url.replace(/signature=./, (start) => (start.endsWith('a') ? 'signature=b' : 'signature=a')),
      url.replace(/&signature=.*/, ''),
    ]) {
      expect([404, 422]).toContain((await tap(invalidUrl)).status)
      expect([404, 422]).toContain((await world.fetch(invalidUrl)).status)
    }
    for (const user of ['fan', 'other']) expect((await settingOf(user)).event_reminder).toBe(true)
  })

  it('succeeds for a deleted account', async () => {
    await world.db.updateTable('user').set({ status: 'deleted' }).execute()
    expect((await tap()).status).toBe(200)
    expect(await world.db.selectFrom('notification_setting').selectAll().execute()).toEqual([])
  })
})
