import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MAILS_ASKED, MAILS_TO_ONE, PASSWORD_MAX, SIGN_UP_LINK_S } from '#contract/limits.ts'
import {
  BIRTHDAY_WRONG,
  GENDER_NEEDED,
  GUARDIAN_NEEDED,
  LINK_SPENT,
  NAME_CHARACTERS,
  NAME_TAKEN,
  NAME_TAKEN_MEANWHILE,
  PASSWORD_COMMON,
  REFUSED,
  SIGN_UP_SENT,
  TERMS_NEEDED,
  TOO_MANY_MAILS,
} from '#contract/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { skeletonOf } from './handle.ts'
import { type Browser, linkTo, openBrowser, said } from './testing/browser.ts'
import { addPerson } from './testing/people.ts'

const PASSWORD = 'umi to yama to 7'
const KAEDE = 'kaede@room.test'
const form = {
  email: KAEDE,
  name: 'kaede_m',
  display_name: '楓',
  birthY: '1996',
  birthM: '2',
  birthD: '29',
  gender: 9,
  terms: true,
}

describe.each(apiDatabaseNames)('sign-up on %s', (database) => {
  let world: World
  let browser: Browser
  beforeEach(async () => {
    world = await openWorld(database)
    browser = openBrowser(world)
  })
  afterEach(() => world.close())

  const signUp = (changed: object = {}, by = browser) => by.post('/signup', { ...form, ...changed })
  async function signedUp(changed: { email?: string; name?: string } = {}) {
    expect((await signUp(changed)).status).toBe(202)
    await world.deliver()
    return linkTo(world, changed.email ?? KAEDE).link
  }
  const verify = (link: object, by = browser, password = PASSWORD) =>
    by.post('/verify_mail', { ...link, password })
  const users = () => world.db.selectFrom('user').selectAll().orderBy('id').execute()
  const errorsOf = async (answer: Response) => {
    const { errors } = await said(answer)
    return { status: answer.status, errors }
  }

  it.each([
    ...['login', 'api', 'dashboard', '404', 'sw.js', '.well-known', 'l0gin', 'ad_min'],
    ...[
      'Ａｄｍｉｎ',
      'аdmin',
      'admın',
      'ad\u200bmin',
      'ka%2Fede',
      'k'.repeat(64),
      '🍵🍵🍵',
      'Kaede_M',
    ],
  ])(
    'fault 68: gives nobody the name %j, and says at its field that it will not do',
    async (name) => {
      const { status, errors } = await errorsOf(await signUp({ name }))
      expect([status, Object.keys(errors ?? {})]).toEqual([422, ['name']])
      expect(errors!.name![0]).toMatch(/[ぁ-ん]/)
    },
  )

  it('fault 68: gives nobody a name that looks like somebody’s', async () => {
    await verify(await signedUp({ name: 'corner_io' }))
    for (const name of ['comer_io', 'corner_l0', 'cornerio', 'c0rner_1o'])
      expect(await errorsOf(await signUp({ name, email: 'other@room.test' }))).toEqual({
        status: 422,
        errors: { name: [NAME_TAKEN] },
      })
  })

  it('leads by the mailed link to a login', async () => {
    const answer = await signUp()
    expect([answer.status, await said(answer)]).toEqual([202, { message: SIGN_UP_SENT }])
    expect(await users()).toEqual([])
    await world.deliver()
    const { page, link } = linkTo(world, KAEDE)
    expect(page).toBe('/verify_mail')
    const verified = await verify(link)
    expect(verified.status).toBe(200)
    const { access_token } = (await verified.json()) as { access_token: string }
    const me = await (await browser.me(access_token)).json()
    expect(me).toMatchObject({
      ...{ name: 'kaede_m', display_name: '楓', email: KAEDE },
      ...{ birthY: 1996, birthM: 2, birthD: 29, gender: 9 },
      ...{ role: 'member', official_flg: 0, my_room: null },
      notification: { event_reminder: true, marketing: false },
    })
    expect((await browser.refresh()).status).toBe(200)
    expect((await openBrowser(world).login(KAEDE, PASSWORD)).status).toBe(200)
  })

  it('makes the person findable, and keeps no password as it was typed', async () => {
    await verify(await signedUp())
    const { id, password_hash } = (await users())[0]!
    expect(password_hash).toMatch(/^\$argon2id\$/)
    const found = await world.engine.search.find(world.db, 'user', 'kaede', 10, 0)
    expect(found).toEqual([id])
    const stored = JSON.stringify([
      await world.db.selectFrom('signed_link').selectAll().execute(),
      await world.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(stored).not.toContain(PASSWORD)
  })

  it('takes nothing from the form but what the form has', async () => {
    const more = { official_flg: 1, role: 'operator', id: 'x', status: 'suspended', followers: 9 }
    expect((await signUp(more)).status).toBe(202)
    await world.deliver()
    await verify(linkTo(world, KAEDE).link)
    expect(await users()).toMatchObject([
      { official_flg: 0, role: 'member', status: 'active', followers: 0 },
    ])
  })

  it('says of a known address what it says of any, and tells its owner', async () => {
    await addPerson(world, 'fan')
    const known = await signUp({ email: ' FAN@room.test ' })
    const fresh = await signUp()
    expect(known.status).toBe(fresh.status)
    expect(await known.text()).toBe(await fresh.text())
    await world.deliver()
    const [toKnown, toFresh] = ['fan@room.test', KAEDE].map((address) =>
      world.mail.sent.filter(({ to }) => to === address),
    )
    expect(toKnown!.map(({ subject }) => subject)).toEqual([
      '【Room】このメールアドレスは登録済みです',
    ])
    expect(toKnown![0]!.text).not.toContain('signature')
    expect(toFresh!.map(({ subject }) => subject)).toEqual(['【Room】メールアドレスの確認'])
    expect(await users()).toHaveLength(1)
  })

  it('does the same work for a known address as for any', async () => {
    await addPerson(world, 'fan')
    const rows = async () => {
      const counted = ['signed_link', 'outbox', 'user', 'session'].map((table) =>
        world.db
          .selectFrom(table as 'user')
          .selectAll()
          .execute(),
      )
      return (await Promise.all(counted)).map(({ length }) => length)
    }
    await signUp({ email: 'fan@room.test' })
    expect(await rows()).toEqual([1, 1, 1, 0])
    await signUp()
    expect(await rows()).toEqual([2, 2, 1, 0])
  })

  describe('the mailed link', () => {
    const outcome = async (answer: Response) => [answer.status, (await said(answer)).message]

    it('works once', async () => {
      const link = await signedUp()
      expect((await verify(link)).status).toBe(200)
      const again = openBrowser(world)
      expect(await outcome(await verify(link, again))).toEqual([410, LINK_SPENT])
      expect(again.cookies.size).toBe(0)
    })

    it('works once though it is opened many times at once', async () => {
      const link = await signedUp()
      const answers = await Promise.all(Array.from({ length: 8 }, () => verify(link)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 410)])
      expect(await users()).toHaveLength(1)
    })

    it('runs out after a day', async () => {
      const link = await signedUp()
      world.clock.move(SIGN_UP_LINK_S * 1000)
      expect(await outcome(await verify(link))).toEqual([410, LINK_SPENT])
      const late = await signedUp()
      world.clock.move(SIGN_UP_LINK_S * 1000 - 1)
      expect((await verify(late)).status).toBe(200)
    })

    it('is still told from a forged one when its row has been cleared away', async () => {
      const link = await signedUp()
      await world.db.deleteFrom('signed_link').execute()
      expect(await outcome(await verify(link))).toEqual([410, LINK_SPENT])
    })

    it('is of no use when anything about it is changed', async () => {
      const link = await signedUp()
      const other = await signedUp({ email: 'other@room.test', name: 'other' })
      const flipped = link.signature.startsWith('A') ? 'B' : 'A'
      const forged = [
        { ...link, id: other.id },
        { ...link, expires: String(Number(link.expires) + 1) },
        { ...link, signature: other.signature },
        { ...link, signature: flipped + link.signature.slice(1) },
        { ...link, signature: link.signature.slice(0, -1) },
        { ...link, signature: '' },
        { ...link, id: 'x' },
      ]
      for (const one of forged)
        expect(await outcome(await verify(one)), JSON.stringify(one)).toEqual([404, REFUSED[404]])
      expect(await users()).toEqual([])
      expect((await verify(link)).status).toBe(200)
    })

    it('opens nothing but what it is for', async () => {
      const link = await signedUp()
      expect((await browser.post('/reset_password/verify', link)).status).toBe(404)
      expect((await verify(link)).status).toBe(200)
    })

    it.each([{}, { id: 'x' }, { id: 'x', expires: 'soon', signature: 'y' }])(
      'is asked for in words where it is not whole: %j',
      async (part) => {
        expect((await verify(part)).status).toBe(422)
      },
    )

    it('voids the others to the same address', async () => {
      const first = await signedUp({ name: 'first' })
      const second = await signedUp({ name: 'second' })
      expect((await verify(second)).status).toBe(200)
      expect(await outcome(await verify(first))).toEqual([410, LINK_SPENT])
      expect(await users()).toMatchObject([{ name: 'second' }])
    })

    it('reserves no handle: the first to answer the mail has it, the other is told', async () => {
      const slow = await signedUp()
      const quick = await signedUp({ email: 'quick@room.test', name: 'kaederm' })
      const look = await signedUp({ email: 'look@room.test', name: 'kaede_rn' })
      expect((await verify(quick)).status).toBe(200)
      expect((await verify(look)).status).toBe(200)
      expect(await outcome(await verify(slow))).toEqual([409, NAME_TAKEN_MEANWHILE])
      expect(await users()).toHaveLength(2)
      expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(2)
    })

    it('gives no handle that somebody gave up meanwhile', async () => {
      await addPerson(world, 'fan')
      const link = await signedUp()
      const changed_at = world.clock.now().toISOString()
      await world.add('name_history', {
        name: form.name,
        skeleton: skeletonOf(form.name),
        user_id: 'fan',
        changed_at,
      })
      expect(await outcome(await verify(link))).toEqual([409, NAME_TAKEN_MEANWHILE])
    })

    it('gives a handle to one of two who open their links at once', async () => {
      const links = [await signedUp({ email: 'one@room.test' }), await signedUp()]
      const answers = await Promise.all(links.map((link) => verify(link)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await users()).toHaveLength(1)
    })
  })

  describe('the password', () => {
    it.each([
      { password: undefined, says: 'パスワードを入力してください' },
      { password: 'short 7', says: 'パスワードは8文字以上で入力してください' },
      {
        password: 'あ'.repeat(PASSWORD_MAX + 1),
        says: `パスワードは${PASSWORD_MAX}桁以下でなければなりません`,
      },
      { password: 'Password1', says: PASSWORD_COMMON },
      { password: 'kaede_m2026', says: PASSWORD_COMMON },
    ])('$password is refused, and the link stays good', async ({ password, says }) => {
      const link = await signedUp()
      const answer = await browser.post('/verify_mail', { ...link, password })
      expect(await errorsOf(answer)).toEqual({ status: 422, errors: { password: [says] } })
      expect(await users()).toEqual([])
      expect((await verify(link)).status).toBe(200)
    })

    it('is that of whoever has the mail, not of whoever asked for it', async () => {
      const stranger = openBrowser(world)
      const theirs = 'yosomono no kagi 3'
      expect((await signUp({ password: theirs }, stranger)).status).toBe(202)
      await world.deliver()
      expect((await verify(linkTo(world, KAEDE).link)).status).toBe(200)
      expect((await stranger.login(KAEDE, theirs)).status).toBe(401)
      expect((await stranger.login(KAEDE, PASSWORD)).status).toBe(200)
    })
  })

  it('shows what its link would do, however often it is opened, and uses nothing up', async () => {
    const link = await signedUp()
    const scanner = openBrowser(world)
    for (let n = 0; n < 3; n++) {
      const seen = await scanner.post('/signed_link', link)
      expect([seen.status, await seen.json()]).toEqual([
        200,
        { purpose: 'sign_up', email: KAEDE, name: 'kaede_m', needs_password: true },
      ])
    }
    expect([scanner.cookies.size, await users()]).toEqual([0, []])
    expect((await verify(link)).status).toBe(200)
    expect((await scanner.post('/signed_link', link)).status).toBe(410)
    expect((await scanner.post('/signed_link', { ...link, signature: 'x' })).status).toBe(404)
  })

  describe('the form', () => {
    it.each([
      { field: 'terms', changed: { terms: false }, says: TERMS_NEEDED },
      { field: 'terms', changed: { terms: undefined }, says: TERMS_NEEDED },
      { field: 'birthY', changed: { birthY: 1997 }, says: BIRTHDAY_WRONG },
      { field: 'birthY', changed: { birthY: 2027 }, says: BIRTHDAY_WRONG },
      { field: 'birthM', changed: { birthM: undefined }, says: BIRTHDAY_WRONG },
      { field: 'guardian_consent', changed: { birthY: 2012 }, says: GUARDIAN_NEEDED },
      {
        field: 'email',
        changed: { email: 'kaede' },
        says: 'メールアドレスの形式が正しくありません',
      },
      {
        field: 'email',
        changed: { email: 'a@b.jp\r\nBcc: c@d.jp' },
        says: 'メールアドレスの形式が正しくありません',
      },
      {
        field: 'display_name',
        changed: { display_name: ' ' },
        says: '表示名を入力してください',
      },
      { field: 'gender', changed: { gender: undefined }, says: GENDER_NEEDED },
      { field: 'gender', changed: { gender: 3 }, says: GENDER_NEEDED },
    ])('with $changed is refused at $field', async ({ field, changed, says }) => {
      expect(await errorsOf(await signUp(changed))).toEqual({
        status: 422,
        errors: { [field]: [says] },
      })
      expect(await world.deliver()).toBe(0)
    })

    it('takes somebody under 18 whose guardian agrees, and keeps when', async () => {
      expect((await signUp({ birthY: 2012, guardian_consent: true })).status).toBe(202)
      await world.deliver()
      await verify(linkTo(world, KAEDE).link)
      const now = world.clock.now().toISOString()
      expect(await users()).toMatchObject([{ guardian_consent_at: now, terms_accepted_at: now }])
    })

    it('names everything that is wrong at once', async () => {
      const { errors } = await errorsOf(await signUp({ birthY: 2027, name: 'login' }))
      expect(Object.keys(errors!).sort()).toEqual(['birthY', 'name'])
    })
  })

  describe('the handle', () => {
    beforeEach(async () => {
      await addPerson(world, 'fan')
      await addPerson(world, 'minori')
      await world.add('name_history', {
        name: 'formerly',
        skeleton: 'forrnerly',
        user_id: 'fan',
        changed_at: world.clock.now().toISOString(),
      })
    })

    it.each([
      ['a page', 'login'],
      ['a page, with a dash of its own', 'ad_min'],
      ['the API', 'api'],
      ['the service', 'official'],
      ['a page that is looked at quickly', 'adm1n'],
      ['somebody', 'fan'],
      ['somebody, with a line', 'f_a_n'],
      ['somebody, looked at quickly', 'm1nor1'],
      ['somebody, in letters that run together', 'rninori'],
      ['what somebody was called before', 'formerly'],
      ['what somebody was called before, looked at quickly', 'f0rmer_ly'],
      ['nothing', '___'],
    ])('may not be that of %s: %s', async (_, name) => {
      expect(await errorsOf(await signUp({ name }))).toEqual({
        status: 422,
        errors: { name: [NAME_TAKEN] },
      })
    })

    it.each([
      ['in capitals', 'Kaede'],
      ['with a zero-width space', 'kae\u200bde'],
      ['that ends in a zero-width joiner', 'kaede\u200d'],
      ['full-width', 'ｋａｅｄｅ'],
      ['partly Cyrillic', 'k\u0430ede'],
      ['with a dotless i', 'adm\u0131n'],
      ['too short', 'ab'],
      ['too long', 'a'.repeat(21)],
      ['endless', 'a'.repeat(64)],
      ['in kana', 'かえで'],
      ['an emoji', '🍁🍁🍁'],
      ['with a dot', 'sw.js'],
      ['hidden', '.well-known'],
      ['a path', 'a/b'],
      ['an escaped path', 'a%2Fb'],
      ['with a gap', 'ka ede'],
      ['right to left', '\u202eedeak'],
    ])('is refused for its letters when it is %s: %j', async (_, name) => {
      expect(await errorsOf(await signUp({ name }))).toEqual({
        status: 422,
        errors: { name: [NAME_CHARACTERS] },
      })
    })

    it.each(['abc', 'a'.repeat(20), '2026', 'fan_club', '_x_'])('may be %s', async (name) => {
      expect((await signUp({ name })).status).toBe(202)
    })
  })

  describe('a flood', () => {
    it(`gets ${MAILS_TO_ONE.max} mails an hour to one address, whoever asks`, async () => {
      for (let n = 0; n < MAILS_TO_ONE.max; n++) {
        const by = openBrowser(world, { address: `198.51.100.${n}` })
        expect((await signUp({}, by)).status).toBe(202)
      }
      const refused = await signUp({}, openBrowser(world, { address: '198.51.100.99' }))
      expect([refused.status, await said(refused)]).toEqual([429, { message: TOO_MANY_MAILS }])
      expect(refused.headers.get('retry-after')).toBe('3600')
      world.clock.move(MAILS_TO_ONE.perMs)
      expect((await signUp()).status).toBe(202)
    })

    it(`gets ${MAILS_ASKED.max} mails an hour from one client, to whomever`, async () => {
      const ask = (n: number) => browser.post('/reset_password', { email: `user${n}@room.test` })
      for (let n = 0; n < MAILS_ASKED.max; n++) expect((await ask(n)).status).toBe(202)
      expect((await ask(99)).status).toBe(429)
      expect((await signUp()).status).toBe(429)
      expect((await signUp({}, openBrowser(world, { address: '198.51.100.1' }))).status).toBe(202)
    })

    it('does not count a form that was refused', async () => {
      for (let n = 0; n < MAILS_TO_ONE.max; n++) await signUp({ birthY: 2027 })
      expect((await signUp()).status).toBe(202)
    })
  })

  it('keeps addresses and links out of the log', async () => {
    const link = await signedUp()
    world.mail.refuseNext('down')
    await signUp()
    await world.deliver()
    await verify(link)
    const log = JSON.stringify(world.log.lines)
    expect(log).toContain('work failed and is tried again')
    for (const secret of [KAEDE, link.id, link.signature, 'kaede_m'])
      expect(log).not.toContain(secret)
  })
})
