import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inbox } from '#contract/inbox/calls.ts'
import { addPhone, createPushDevice } from '#server/features/push/testing/phones.ts'
import { makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('notification of a message on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(async () => {
    ;({ world, service } = await createPushDevice(database))
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    for (const user of ['aoi', 'fan']) await addPhone(world, service, user)
  })
  afterEach(() => world.close())

  const write = (text: string, client_id: string) =>
    world.as('fan')(inbox.writeToOwner, { params: { id: 'aoi' }, body: { text, client_id } })
  const notifications = () => service.got.map(({ message }) => message)

  it('is sent once to the other side, without the text', async () => {
    const { conversation_id } = await write('ないしょの話', 'c1')
    await write('ないしょの話', 'c1')
    await world.deliver()
    const url = `/account/message/${conversation_id}`
    expect(notifications()).toMatchObject([
      { title: 'メッセージが届きました', body: 'fanさんから', url, unread: 1 },
    ])
    expect(JSON.stringify(notifications())).not.toContain('ないしょ')
  })

  it('is not sent if the message was read before', async () => {
    const { conversation_id: id } = await write('もう読みました', 'c1')
    await world.as('aoi')(inbox.getConversation, { params: { id } })
    await world.deliver()
    expect(notifications()).toEqual([])
  })

  it('is sent to every member for an announcement, once, and not to the owner', async () => {
    const body = { title: '今夜のこと', text: '八時に始めます。', client_id: 'c1' }
    for (let n = 0; n < 2; n++)
      await world.as('aoi')(inbox.announce, { params: { id: 'aoi' }, body })
    await world.deliver()
    expect(notifications()).toMatchObject([
      { title: '喫茶室からの連絡', body: '今夜のこと', unread: 1 },
    ])
  })
})
