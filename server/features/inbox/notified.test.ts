import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inbox } from '#contract/inbox.ts'
import { addPhone, openNotified } from '#server/features/push/testing/phones.ts'
import { makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('who is told of a message on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(async () => {
    ;({ world, service } = await openNotified(database))
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    for (const user of ['aoi', 'fan']) await addPhone(world, service, user)
  })
  afterEach(() => world.close())

  const write = (text: string, client_id: string) =>
    world.as('fan')(inbox.writeToOwner, { params: { id: 'aoi' }, body: { text, client_id } })
  const told = () => service.got.map(({ message }) => message)

  it('is the other side, once, without what was written', async () => {
    const { conversation_id } = await write('ないしょの話', 'c1')
    await write('ないしょの話', 'c1')
    await world.deliver()
    const url = `/account/message/${conversation_id}`
    expect(told()).toMatchObject([
      { title: 'メッセージが届きました', body: 'fanさんさんから', url, unread: 1 },
    ])
    expect(JSON.stringify(told())).not.toContain('ないしょ')
  })

  it('is nobody where it was read before', async () => {
    const { conversation_id: id } = await write('もう読みました', 'c1')
    await world.as('aoi')(inbox.getConversation, { params: { id } })
    await world.deliver()
    expect(told()).toEqual([])
  })

  it('is every member of what the room announces, once, and not its owner', async () => {
    const body = { title: '今夜のこと', text: '八時に始めます。', client_id: 'c1' }
    for (let n = 0; n < 2; n++)
      await world.as('aoi')(inbox.announce, { params: { id: 'aoi' }, body })
    await world.deliver()
    expect(told()).toMatchObject([{ title: '喫茶室からのお知らせ', body: '今夜のこと', unread: 1 }])
  })
})
