import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import type { RequestError } from '#contract/http/caller.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { monetization, type SellerApplication } from '#contract/monetization/calls.ts'
import {
  INVOICE_NUMBER_WRONG,
  INVOICE_SINCE_WRONG,
  SELLER_BLOCKED,
  SELLER_LEFT,
  SELLER_NOT_READY,
  SELLER_ROOM_NEEDED,
  SELLER_TOO_YOUNG,
} from '#contract/monetization/messages.ts'
import { payments } from '#contract/payments/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { KANA_ONLY } from '#contract/shared/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const APPLICATION: SellerApplication = {
  last_name: '藍川',
  first_name: '葵',
  last_name_kana: 'あいかわ',
  first_name_kana: 'アオイ',
  birthY: 1990,
  birthM: 4,
  birthD: 12,
  postal_code: '150−0001',
  prefecture: '東京都',
  city: '渋谷区',
  town: '神宮前3丁目',
  line1: '1-1',
  phone: '０９０-1234-5678',
  email: 'shop@example.com',
  disclosed: false,
  invoice_number: 'T7000012050002',
  document_front: 'file_front',
  document_back: 'file_back',
  terms: true,
}

describe.each(apiDatabaseNames)('onboarding of a seller on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeUser(world, 'fan')
    for (const side of ['front', 'back']) world.payments.sellers.addDocument(`file_${side}`)
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const submit = (change: Partial<SellerApplication> = {}, user = 'aoi') =>
    world.as(user)(monetization.submitMonetization, { body: { ...APPLICATION, ...change } })
  const look = (user = 'aoi') => world.as(user)(monetization.getMonetization, {})
  const mails = () => world.mail.sent.map(({ to, subject }) => `${to} ${subject}`)
  async function notify(kind: string, ref: string, account = 'acct_aoi') {
    await world.sendEvent({ kind, ref, account })
    await world.deliver()
  }
  const accountRef = async () => (await table('seller_account'))[0]?.account_ref ?? ''
  /** The latest update of the seller's account that was sent to the provider. */
  const sentWith = async (param: string) =>
    Object.fromEntries(world.payments.lastSent(`/v1/accounts/${await accountRef()}`, param) ?? [])
  const identity = () => sentWith('individual[dob][year]')
  const ready = { due: [], chargesEnabled: true, payoutsEnabled: true, disabledReason: null }

  it('submits the person to the provider, stores facts required by law, and links to missing steps', async () => {
    const seen = await submit()
    expect(seen).toMatchObject({
      state: 'more_needed',
      reasons: [
        '販売するページのURLを入力してください。',
        '売上を受け取る銀行口座を登録してください。',
        '住所のフリガナを入力してください。',
        '決済会社の利用規約に同意してください。',
      ],
      invoice_number: 'T7000012050002',
      facts: {
        name: '藍川 葵',
        address: '〒150-0001 東京都渋谷区神宮前3丁目1-1',
        phone: '09012345678',
        email: 'shop@example.com',
        disclosed: false,
      },
    })
    expect(seen.onboarding_url).toContain('https://provider.test/onboarding/')
    expect(world.payments.lastSent('/v1/account_links')?.get('return_url')).toContain(
      '/dashboard/monetization',
    )
    expect(await identity()).toMatchObject({
      'individual[last_name_kana]': 'アイカワ',
      'individual[dob][year]': '1990',
      'individual[dob][month]': '4',
      'individual[dob][day]': '12',
      'individual[address_kanji][postal_code]': '1500001',
      'individual[address_kanji][state]': '東京都',
      'individual[verification][document][front]': 'file_front',
      'individual[verification][document][back]': 'file_back',
    })
  })

  it('of a company submits it without a document, and shows its name with its representative', async () => {
    const { birthY, birthM, birthD, document_front, document_back, ...applicant } = APPLICATION
    const company: SellerApplication = {
      ...applicant,
      business_type: 'company',
      company_name: '株式会社あおい',
      company_name_kana: 'かぶしきがいしゃ アオイ',
      disclosed: true,
    }
    const send = (body: SellerApplication) =>
      world.as('aoi')(monetization.submitMonetization, { body })
    const wrong = { phone: '1', terms: false as unknown as true }
    const fieldsOf = async (body: SellerApplication) => {
      const refused = await send(body).catch((error: unknown) => error)
      expect(refused).toMatchObject({ status: 422 })
      return Object.keys((refused as RequestError).errors).sort()
    }
    for (const company_name of [' ', undefined])
      expect(await fieldsOf({ ...company, ...wrong, company_name })).toEqual([
        'company_name',
        'phone',
        'terms',
      ])
    // All that is wrong is said at once, what only a person has to state too.
    expect(await fieldsOf({ ...applicant, ...wrong })).toEqual(
      ['birthD', 'birthM', 'birthY', 'document_front', 'phone', 'terms'].sort(),
    )
    const seen = await send(company)
    expect(seen.reasons).toContain('法人の情報を入力してください。')
    expect(seen.reasons).toContain('本人確認書類をお送りください。')
    expect(seen.seller).toMatchObject({ seller_name: '株式会社あおい（代表者 藍川 葵）' })
    const sent = await sentWith('business_type')
    expect(sent).toMatchObject({
      business_type: 'company',
      'company[name_kanji]': '株式会社あおい',
      'company[name_kana]': 'カブシキガイシャ アオイ',
      'company[address_kanji][state]': '東京都',
    })
    expect(Object.keys(sent).filter((name) => name.startsWith('individual'))).toEqual([])
    // Begun as a company by mistake.
    expect((await submit()).reasons).not.toContain('法人の情報を入力してください。')
    expect(await identity()).toMatchObject({ business_type: 'individual' })
  })

  const shown = () => sentWith('business_profile[support_email]')
  const change = (disclosed: boolean) => {
    const facts = { address: '東京都港区1', phone: '0312345678', email: 'new@example.com' }
    const body = { ...facts, disclosed, invoice_number: null }
    return world.as('aoi')(monetization.changeSeller, { body })
  }

  it('shows on statements and at the provider what the seller agreed to show', async () => {
    await submit()
    expect(await shown()).toEqual({
      'capabilities[konbini_payments][requested]': 'true',
      'business_profile[name]': '@aoi (Room)',
      'business_profile[support_email]': 'shop@example.com',
      'business_profile[support_phone]': '',
      'business_profile[support_url]': '',
      'business_profile[support_address][country]': 'JP',
      'business_profile[support_address][line1]': '',
      'settings[payments][statement_descriptor]': 'ROOM AOI',
      'settings[payments][statement_descriptor_kana]': 'ルーム AOI',
      'settings[payments][statement_descriptor_kanji]': 'ルーム　ＡＯＩ',
      'settings[card_payments][statement_descriptor_prefix]': 'ROOM',
      'settings[card_payments][statement_descriptor_prefix_kana]': 'ルーム',
      'settings[card_payments][statement_descriptor_prefix_kanji]': 'ルーム',
    })
    await change(true)
    expect(await shown()).toMatchObject({
      'business_profile[name]': '藍川 葵',
      'business_profile[support_phone]': '+81312345678',
      'business_profile[support_address][line1]': '東京都港区1',
    })
    await change(false)
    expect(await shown()).toMatchObject({
      'business_profile[name]': '@aoi (Room)',
      'business_profile[support_phone]': '',
      'business_profile[support_address][line1]': '',
    })
  })

  it('shows a new handle, and what was not accepted, within a day', async () => {
    world.payments.cutNext('showSeller')
    await submit()
    expect(await table('seller_account')).toMatchObject([
      { state: 'more_needed', shown_hash: null },
    ])
    world.clock.move(DAY_MS)
    await world.notifySellers()
    expect(await shown()).toMatchObject({ 'settings[payments][statement_descriptor]': 'ROOM AOI' })
    await world.db.updateTable('user').set({ name: 'momiji' }).where('id', '=', 'aoi').execute()
    world.clock.move(DAY_MS)
    await world.notifySellers()
    expect(await shown()).toMatchObject({
      'settings[payments][statement_descriptor]': 'ROOM MOMIJI',
    })
  })

  it('stores and logs neither birthday nor documents', async () => {
    await submit()
    const stored = JSON.stringify([await table('seller_account'), await table('outbox')])
    expect(stored).not.toMatch(/file_|アイカワ|1990/)
    expect(JSON.stringify(world.log.lines)).not.toMatch(/藍川|090|渋谷|shop@/)
  })

  it('creates one account despite repeated requests or a lost answer', async () => {
    world.payments.loseNext('addSeller')
    await expect(submit()).rejects.toMatchObject({ status: 503 })
    world.payments.cutNext('describeSeller')
    await expect(submit()).rejects.toMatchObject({ status: 503 })
    expect((await look()).state).toBe('more_needed')
    await Promise.all([submit(), submit()])
    expect(await table('seller_account')).toMatchObject([
      { account_ref: expect.stringMatching(/^acct_/) },
    ])
    expect(world.payments.sellers.count()).toBe(1)
  })

  const invalidCases: [
    field: string,
    change: Partial<SellerApplication>,
    words: string | RegExp,
  ][] = [
    ['last_name_kana', { last_name_kana: '藍川' }, KANA_ONLY],
    ['birthY', { birthM: 2, birthD: 30 }, /生年月日/],
    ['birthY', { birthY: 2015 }, SELLER_TOO_YOUNG],
    ['postal_code', { postal_code: '150' }, /郵便番号/],
    ['phone', { phone: '12345' }, /電話番号/],
    ['email', { email: 'aoi@' }, /メールアドレス/],
    ['invoice_number', { invoice_number: 'T7000012050003' }, INVOICE_NUMBER_WRONG],
    ['invoice_since', { invoice_since: '2026-02-30' }, INVOICE_SINCE_WRONG],
    ['document_front', { document_front: 'https://evil.example/a.png' }, /画像/],
    ['document_front', { document_front: 'file ' }, /画像/],
    ['terms', { terms: false as never }, /同意/],
    ['city', { city: ' ' }, /市区町村を入力/],
  ]
  it.each(invalidCases)(
    'refuses an invalid %s with its own message: %j',
    async (field, change, message) => {
      await expect(submit(change)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.stringMatching(message)] },
      })
      expect(await table('seller_account')).toEqual([])
      expect(world.payments.lastSent('/v1/accounts')).toBeNull()
    },
  )

  it('requires a room, and an account that is not suspended', async () => {
    await expect(submit({}, 'fan')).rejects.toMatchObject({
      status: 409,
      message: SELLER_ROOM_NEEDED,
    })
    await makeSeller(world, 'aoi', { state: 'blocked' })
    await expect(submit()).rejects.toMatchObject({ status: 409, message: SELLER_BLOCKED })
  })

  it('is completed by event or by opening the page, and the owner is emailed', async () => {
    await submit()
    world.payments.sellers.set(await accountRef(), {
      ...{ ...ready, takesJcb: true, takesKonbini: true },
    })
    await notify('account', await accountRef(), await accountRef())
    expect(await table('seller_account')).toMatchObject([
      {
        state: 'ready',
        charges_enabled: 1,
        payouts_enabled: 1,
        jcb_payments: 1,
        konbini_payments: 1,
      },
    ])
    expect(mails()).toEqual([expect.stringMatching(/^aoi@room.test .*販売できるように/)])
    const seen = await look()
    expect(seen).toMatchObject({
      state: 'ready',
      reasons: [],
      takes_jcb: true,
      takes_konbini: true,
    })
    expect(seen.onboarding_url).toBeUndefined()
    world.payments.sellers.set(await accountRef(), {
      due: ['individual.verification.document', 'something.new'],
      errors: [
        { about: 'individual.verification.document', code: 'verification_document_expired' },
      ],
      deadline: '2026-12-10T03:00:00.000Z',
    })
    expect(await look()).toMatchObject({
      state: 'more_needed',
      reasons: [
        '書類の有効期限が切れています。',
        '本人確認書類をお送りください。',
        '決済会社の画面で、追加の情報を入力してください。',
        expect.stringContaining('12月10日までに'),
      ],
    })
    await world.deliver()
    expect(mails().at(-1)).toContain('追加の確認')
  })

  it('finds changes without an event within a day', async () => {
    await submit()
    world.payments.sellers.set(await accountRef(), {
      ...ready,
      due: [],
      pending: ['x'],
      payoutsEnabled: false,
    })
    world.clock.move(DAY_MS - 1)
    await world.notifySellers()
    expect(await table('seller_account')).toMatchObject([{ state: 'more_needed' }])
    world.clock.move(1)
    await world.notifySellers()
    expect(await table('seller_account')).toMatchObject([{ state: 'review' }])
  })

  it('applies an event at once after the clock was ahead, and finds a lost one (72)', async () => {
    await submit()
    const today = () => table('seller_account')
    world.clock.move(3 * DAY_MS)
    await world.notifySellers()
    world.clock.move(-3 * DAY_MS)
    world.payments.sellers.set(await accountRef(), {
      ...ready,
      due: [],
      pending: ['x'],
      payoutsEnabled: false,
    })
    await look()
    expect(await today()).toMatchObject([{ state: 'review' }])

    world.clock.move(3 * DAY_MS)
    await look()
    world.clock.move(-3 * DAY_MS)
    world.payments.sellers.set(await accountRef(), ready)
    await world.notifySellers()
    expect(await today()).toMatchObject([{ state: 'ready' }])
  })

  it('shows the stored state during an outage', async () => {
    await submit()
    world.payments.cutNext('findSeller')
    world.payments.cutNext('onboardingLink')
    const seen = await look()
    expect(seen.state).toBe('more_needed')
    expect(seen.onboarding_url).toBeUndefined()
  })

  it('changes published facts without a new verification', async () => {
    await submit()
    const change = { address: '京都府', phone: '075-000-0000', email: 'k@example.com' }
    const body = { ...change, disclosed: true, invoice_number: '' }
    await world.as('aoi')(monetization.changeSeller, { body })
    expect(await world.as(null)(payments.getSeller, { params: { name: 'aoi' } })).toMatchObject({
      seller_name: '藍川 葵',
      address: '京都府',
      phone: '0750000000',
      invoice_number: null,
    })
    const since = async () =>
      (await world.as('aoi')(monetization.getMonetization, {})).invoice_since
    const dated = { ...body, invoice_since: '2026-12-01' }
    await world.as('aoi')(monetization.changeSeller, { body: dated })
    await world.as('aoi')(monetization.changeSeller, { body })
    expect(await since()).toBe('2026-12-01')
    await world.as('aoi')(monetization.changeSeller, { body: { ...body, invoice_since: '' } })
    expect(await since()).toBeNull()
    await expect(world.as('fan')(monetization.changeSeller, { body })).rejects.toMatchObject({
      status: 404,
    })
  })

  describe('owner who may not take payments any more (31)', () => {
    beforeEach(async () => {
      await makeSeller(world, 'aoi')
      world.payments.sellers.set('acct_aoi', ready)
      await makeMember(world, 'room-aoi', 'fan', { amount: 980, subscription_ref: 'sub_1' })
      await makeUser(world, 'guest')
      await makeMember(world, 'room-aoi', 'guest', { amount: 0 })
      await makeUser(world, 'new')
      await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980 })
    })

    const stops: [how: string, stop: () => Promise<void>][] = [
      [
        'left the provider',
        async () => {
          world.payments.sellers.disconnect('acct_aoi')
          await notify('application', 'ca_1')
        },
      ],
      [
        'was stopped by the provider',
        async () => {
          const disabledReason = 'rejected.terms_of_service'
          const stopped = { chargesEnabled: false, payoutsEnabled: false, disabledReason }
          world.payments.sellers.set('acct_aoi', stopped)
          await notify('account', 'acct_aoi')
        },
      ],
    ]
    it.each(stops)('%s: sells and charges nothing, and members are told', async (_, stop) => {
      await stop()
      const buying = world.as('guest')(events.startJoin, {
        body: { event_id: 'night', token: 'tok_visa' },
      })
      await expect(buying).rejects.toMatchObject({ status: 409, message: SELLER_NOT_READY })
      const joining = world.as('new')(rooms.startSubscription, {
        body: { room_id: 'aoi', token: 'tok_visa' },
      })
      await expect(joining).rejects.toMatchObject({ status: 409, message: SELLER_NOT_READY })
      expect(world.payments.charges.size).toBe(0)
      expect(mails().toSorted()).toEqual([
        expect.stringMatching(/^aoi@room.test .*販売が止まりました/),
        expect.stringMatching(/^fan@room.test .*お支払いが止まっています/),
      ])
      expect(await look()).toMatchObject({ state: 'blocked' })
    })

    it('disconnected: informs everyone once despite repeated events', async () => {
      world.payments.sellers.disconnect('acct_aoi')
      for (const _ of [1, 2, 3]) await notify('application', 'ca_1')
      await world.notifySellers()
      await world.deliver()
      expect(world.mail.sent).toHaveLength(2)
      expect((await look()).reasons).toEqual([SELLER_LEFT])
    })

    it('is blocked by the provider’s current state only, not by an event alone', async () => {
      await notify('application', 'ca_1')
      expect(await table('seller_account')).toMatchObject([{ state: 'ready', charges_enabled: 1 }])
      expect(world.mail.sent).toEqual([])
    })
  })
})
