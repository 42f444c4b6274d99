import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { disclosures } from '#contract/disclosures/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { purge } from '#server/jobs/purge.ts'
import { makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FACTS = { name: '藍川 葵', address: '東京都', phone: '0300000000', email: 'a@example.com' }
const REQUEST = { name: '春野', email: 'haruno@example.com', reason: '購入を検討しているため' }

describe.each(apiDatabaseNames)('disclosure request on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['aoi', 'fan']) await makeUser(world, name)
    await makeSeller(world, 'aoi', { seller: JSON.stringify({ ...FACTS, disclosed: false }) })
  })
  afterEach(() => world.close())

  const ask = (body: Partial<typeof REQUEST> = {}, name = 'aoi') =>
    world.as(null)(disclosures.askDisclosure, { params: { name }, body: { ...REQUEST, ...body } })
  const list = async (user = 'aoi') =>
    (await world.as(user)(disclosures.listDisclosures, { query: {} })).items
  const disclose = (id: string, user = 'aoi') =>
    world.as(user)(disclosures.disclose, { params: { id } })
  const decline = (id: string, user = 'aoi') =>
    world.as(user)(disclosures.declineDisclosure, {
      params: { id },
      body: { reason: 'no_purchase' },
    })
  const only = async () => (await list())[0]!

  it('can be made by anyone; the seller is emailed without the requester’s text', async () => {
    await ask()
    await world.deliver()
    expect(await list()).toMatchObject([{ ...REQUEST, state: 'open' }])
    const [{ to, text }] = world.mail.sent as [(typeof world.mail.sent)[0]]
    expect(to).toBe('aoi@room.test')
    expect(text).not.toMatch(/春野|haruno|購入を検討しているため/)
  })

  it('is answered by email to the requester, once', async () => {
    await ask()
    const { id } = await only()
    await disclose(id)
    await expect(disclose(id)).rejects.toMatchObject({ status: 409 })
    await expect(decline(id)).rejects.toMatchObject({ status: 409 })
    await world.deliver()
    const emails = world.mail.sent.filter(({ to }) => to === REQUEST.email)
    expect(emails).toHaveLength(1)
    expect(emails[0]!.text).toContain('氏名：藍川 葵\n所在地：東京都\n電話番号：0300000000')
    expect(await only()).toMatchObject({ state: 'disclosed', done_at: expect.any(String) })
  })

  it('can be declined with a reason, which is sent', async () => {
    await ask()
    await decline((await only()).id)
    await world.deliver()
    const { text } = world.mail.sent.find(({ to }) => to === REQUEST.email)!
    expect(text).toContain('確認できなかったため')
    expect(text).not.toContain('東京都')
    expect(await only()).toMatchObject({ state: 'declined', declined_for: 'no_purchase' })
  })

  it('can be answered by the seller only, and is refused for people who do not sell', async () => {
    await ask()
    const { id } = await only()
    for (const answer of [disclose, decline])
      await expect(answer(id, 'fan')).rejects.toMatchObject({ status: 404 })
    expect(await list('fan')).toEqual([])
    for (const name of ['fan', 'nobody'])
      await expect(ask({}, name)).rejects.toMatchObject({ status: 404 })
    for (const [field, value] of [
      ['name', ''],
      ['email', 'x'],
      ['reason', 'あ'.repeat(501)],
    ])
      await expect(ask({ [field!]: value })).rejects.toMatchObject({
        status: 422,
        errors: { [field!]: [expect.stringMatching(/お名前|メールアドレス|請求の理由/)] },
      })
  })

  it('is rate limited', async () => {
    for (let n = 0; n < 5; n++) await ask()
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    world.clock.move(60 * 60_000)
    await ask()
  })

  it('cannot be answered without stored facts', async () => {
    await makeSeller(world, 'fan', { seller: '{}' })
    await ask({}, 'fan')
    const { id } = (await list('fan'))[0]!
    await expect(disclose(id, 'fan')).rejects.toMatchObject({ status: 409 })
    expect(await list('fan')).toMatchObject([{ state: 'open' }])
  })

  it('loses the requester’s data after ninety days, but not its outcome', async () => {
    await ask()
    await ask()
    const [first] = await list()
    await disclose(first!.id)
    world.clock.move(90 * DAY_MS - 1)
    await purge(world.deps)
    expect(await list()).toMatchObject([REQUEST, REQUEST])
    world.clock.move(1)
    await purge(world.deps)
    const erased = { name: '', email: '', reason: '' }
    const seen = await list()
    expect(seen).toMatchObject([erased, erased])
    expect(seen.map(({ state }) => state).toSorted()).toEqual(['disclosed', 'expired'])
  })
})
