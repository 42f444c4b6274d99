import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { unsubscribeUrls } from '#server/http/unsubscribe-url.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('the link that stops a kind of mail on %s', (database) => {
  let world: World
  let url: string
  beforeEach(async () => {
    world = await openWorld(database)
    await makeUser(world, 'fan')
    await makeUser(world, 'other')
    url = unsubscribeUrls(world.deps).urlOf('fan', 'event_reminder')
  })
  afterEach(() => world.close())

  /** As RFC 8058 has it: a form of one field, without cookies or a login. */
  const tap = (to = url) =>
    world.fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  const settingOf = async (user: string) => (await world.as(user)(account.getMe, {})).notification

  it('does so at one tap, however often, and nothing else', async () => {
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

  it('asks first where it is only opened: programs open links to look at them', async () => {
    const answer = await world.fetch(url)
    const page = await answer.text()
    expect(page).toContain('停止しますか？')
    expect((await settingOf('fan')).event_reminder).toBe(true)
    const [, action = ''] = page.match(/action="([^"]+)"/)!
    expect((await tap(action.replaceAll('&amp;', '&'))).status).toBe(200)
    expect((await settingOf('fan')).event_reminder).toBe(false)
  })

  it('is for that person and that kind alone', async () => {
    for (const wrong of [
      url.replace('id=fan', 'id=other'),
      url.replace('kind=event_reminder', 'kind=payment'),
      url.replace(/signature=./, (start) => (start.endsWith('a') ? 'signature=b' : 'signature=a')),
      url.replace(/&signature=.*/, ''),
    ]) {
      expect([404, 422]).toContain((await tap(wrong)).status)
      expect([404, 422]).toContain((await world.fetch(wrong)).status)
    }
    for (const user of ['fan', 'other']) expect((await settingOf(user)).event_reminder).toBe(true)
  })

  it('is no error for who has left', async () => {
    await world.db.updateTable('user').set({ status: 'deleted' }).execute()
    expect((await tap()).status).toBe(200)
    expect(await world.db.selectFrom('notification_setting').selectAll().execute()).toEqual([])
  })
})
