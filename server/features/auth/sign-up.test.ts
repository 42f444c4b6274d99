import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  MAILS_ASKED,
  MAILS_TO_ONE,
  NAMES_ASKED,
  PASSWORD_MAX,
  SIGN_UP_LINK_S,
} from '#contract/auth/limits.ts'
import {
  BIRTHDAY_WRONG,
  GENDER_NEEDED,
  GUARDIAN_NEEDED,
  LINK_SPENT,
  NAME_CHARACTERS,
  NAME_TAKEN,
  NAME_TAKEN_MEANWHILE,
  PASSWORD_COMMON,
  SIGN_UP_SENT,
  TERMS_NEEDED,
  TOO_MANY_MAILS,
} from '#contract/auth/messages.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { skeletonOf } from './handle.ts'
import { type Browser, bodyOf, linkTo, openBrowser } from './testing/browser.ts'
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
    world = await createWorld(database)
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
    const { errors } = await bodyOf(answer)
    return { status: answer.status, errors }
  }

  it.each([
    { next: '/community/aoi/event/1?menu=event', kept: '/community/aoi/event/1?menu=event' },
    { next: '/community/aoi/e_ticket/1?buy#code=A', kept: '/community/aoi/e_ticket/1?buy#code=A' },
    { next: '/companion#', kept: '/companion#' },
    { next: '//evil.example', kept: null },
    { next: 'https://evil.example', kept: null },
    { next: `/${'a'.repeat(300)}`, kept: null },
    { next: undefined, kept: null },
  ])('remembers the page $next that the person came for as $kept', async ({ next, kept }) => {
    expect((await signUp({ next })).status).toBe(202)
    await world.deliver()
    const { link } = await linkTo(world, KAEDE)
    const facts = await bodyOf(await browser.post('/signed_link', link))
    expect(facts).toMatchObject({ next: kept })
    expect((await verify(link)).status).toBe(200)
  })

  it('keeps the fragment of that page out of the database, as it may be a secret', async () => {
    expect((await signUp({ next: '/companion#himitsu' })).status).toBe(202)
    const rows = await world.db.selectFrom('signed_link').select('payload').execute()
    expect(JSON.stringify(rows)).toContain('/companion')
    expect(JSON.stringify(rows)).not.toContain('himitsu')
  })

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
  ])('refuses the handle %j with an error at its field (68)', async (name) => {
    const { status, errors } = await errorsOf(await signUp({ name }))
    expect([status, Object.keys(errors ?? {})]).toEqual([422, ['name']])
    expect(errors!.name![0]).toMatch(/[ぁ-ん]/)
  })

  it('refuses a look-alike of another’s handle (68)', async () => {
    await verify(await signedUp({ name: 'corner_io' }))
    for (const name of ['comer_io', 'corner_l0', 'cornerio', 'c0rner_1o'])
      expect(await errorsOf(await signUp({ name, email: 'other@room.test' }))).toEqual({
        status: 422,
        errors: { name: [NAME_TAKEN] },
      })
  })

  it('leads to a login by the emailed link', async () => {
    const answer = await signUp()
    expect([answer.status, await bodyOf(answer)]).toEqual([202, { message: SIGN_UP_SENT }])
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

  it('makes the person searchable and stores no plain password', async () => {
    await verify(await signedUp())
    const { id, password_hash } = (await users())[0]!
    expect(password_hash).toMatch(/^\$argon2id\$/)
    const hits = await world.engine.search.find(world.db, 'user', 'kaede', 10, 0)
    expect(hits).toEqual([id])
    const stored = JSON.stringify([
      await world.db.selectFrom('signed_link').selectAll().execute(),
      await world.db.selectFrom('outbox').selectAll().execute(),
    ])
    expect(stored).not.toContain(PASSWORD)
  })

  it('ignores fields that are not part of the form', async () => {
    const more = { official_flg: 1, role: 'operator', id: 'x', status: 'suspended', followers: 9 }
    expect((await signUp(more)).status).toBe(202)
    await world.deliver()
    await verify(linkTo(world, KAEDE).link)
    expect(await users()).toMatchObject([
      { official_flg: 0, role: 'member', status: 'active', followers: 0 },
    ])
  })

  it('has the same response for a registered address, and emails its owner', async () => {
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

  it('does the same work for a registered address', async () => {
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

  describe('sign-up link', () => {
    const outcome = async (answer: Response) => [answer.status, (await bodyOf(answer)).message]

    it('is valid once', async () => {
      const link = await signedUp()
      expect((await verify(link)).status).toBe(200)
      const again = openBrowser(world)
      expect(await outcome(await verify(link, again))).toEqual([410, LINK_SPENT])
      expect(again.cookies.size).toBe(0)
    })

    it('is valid once, also with concurrent calls', async () => {
      const link = await signedUp()
      const answers = await Promise.all(Array.from({ length: 8 }, () => verify(link)))
      const statuses = answers.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, ...Array.from({ length: 7 }, () => 410)])
      expect(await users()).toHaveLength(1)
    })

    it('expires after a day', async () => {
      const link = await signedUp()
      world.clock.move(SIGN_UP_LINK_S * 1000)
      expect(await outcome(await verify(link))).toEqual([410, LINK_SPENT])
      const late = await signedUp()
      world.clock.move(SIGN_UP_LINK_S * 1000 - 1)
      expect((await verify(late)).status).toBe(200)
    })

    it('is distinguished from a forged one even after its row was purged', async () => {
      const link = await signedUp()
      await world.db.deleteFrom('signed_link').execute()
      expect(await outcome(await verify(link))).toEqual([410, LINK_SPENT])
    })

    it('is refused when any part is altered', async () => {
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
        expect(await outcome(await verify(one)), JSON.stringify(one)).toEqual([
          404,
          STATUS_MESSAGES[404],
        ])
      expect(await users()).toEqual([])
      expect((await verify(link)).status).toBe(200)
    })

    it('is valid for its purpose only', async () => {
      const link = await signedUp()
      expect((await browser.post('/reset_password/verify', link)).status).toBe(404)
      expect((await verify(link)).status).toBe(200)
    })

    it.each([{}, { id: 'x' }, { id: 'x', expires: 'soon', signature: 'y' }])(
      'is refused with a message if incomplete: %j',
      async (part) => {
        expect((await verify(part)).status).toBe(422)
      },
    )

    it('invalidates the other links to the same address', async () => {
      const first = await signedUp({ name: 'first' })
      const second = await signedUp({ name: 'second' })
      expect((await verify(second)).status).toBe(200)
      expect(await outcome(await verify(first))).toEqual([410, LINK_SPENT])
      expect(await users()).toMatchObject([{ name: 'second' }])
    })

    it('reserves no handle: the first to confirm gets it, the other is told', async () => {
      const slow = await signedUp()
      const quick = await signedUp({ email: 'quick@room.test', name: 'kaederm' })
      const look = await signedUp({ email: 'look@room.test', name: 'kaede_rn' })
      expect((await verify(quick)).status).toBe(200)
      expect((await verify(look)).status).toBe(200)
      expect(await outcome(await verify(slow))).toEqual([409, NAME_TAKEN_MEANWHILE])
      expect(await users()).toHaveLength(2)
      expect(await world.db.selectFrom('session').selectAll().execute()).toHaveLength(2)
    })

    it('refuses a handle that became a former one meanwhile', async () => {
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

    it('gives a handle to one of two concurrent confirmations', async () => {
      const links = [await signedUp({ email: 'one@room.test' }), await signedUp()]
      const answers = await Promise.all(links.map((link) => verify(link)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect(await users()).toHaveLength(1)
    })
  })

  describe('sign-up password', () => {
    it.each([
      { password: undefined, says: 'パスワードを入力してください' },
      { password: 'short 7', says: 'パスワードは8文字以上で入力してください' },
      {
        password: 'あ'.repeat(PASSWORD_MAX + 1),
        says: `パスワードは${PASSWORD_MAX}桁以下でなければなりません`,
      },
      { password: 'Password1', says: PASSWORD_COMMON },
      { password: 'kaede_m2026', says: PASSWORD_COMMON },
    ])('$password is refused, and the link stays valid', async ({ password, says }) => {
      const link = await signedUp()
      const answer = await browser.post('/verify_mail', { ...link, password })
      expect(await errorsOf(answer)).toEqual({ status: 422, errors: { password: [says] } })
      expect(await users()).toEqual([])
      expect((await verify(link)).status).toBe(200)
    })

    it('is chosen by the recipient of the email, not by its requester', async () => {
      const stranger = openBrowser(world)
      const otherPassword = 'yosomono no kagi 3'
      expect((await signUp({ password: otherPassword }, stranger)).status).toBe(202)
      await world.deliver()
      expect((await verify(linkTo(world, KAEDE).link)).status).toBe(200)
      expect((await stranger.login(KAEDE, otherPassword)).status).toBe(401)
      expect((await stranger.login(KAEDE, PASSWORD)).status).toBe(200)
    })
  })

  describe('sign-up by an address alone', () => {
    const rest = { name: 'kaede_m', display_name: '楓', terms: true, password: PASSWORD }
    async function addressed() {
      const next = '/community/aoi/event/1?buy'
      expect((await browser.post('/signup', { email: KAEDE, next })).status).toBe(202)
      await world.deliver()
      return linkTo(world, KAEDE).link
    }
    const use = (link: object, changed: object = {}) =>
      browser.post('/verify_mail', { ...link, ...rest, ...changed })

    it.each([
      { name: undefined, field: 'name', says: 'ユーザー名を入力してください' },
      { name: 'login', field: 'name', says: NAME_TAKEN },
      { name: '楓', field: 'name', says: NAME_CHARACTERS },
      { display_name: undefined, field: 'display_name', says: '表示名を入力してください' },
      { terms: undefined, field: 'terms', says: TERMS_NEEDED },
      { terms: false, field: 'terms', says: TERMS_NEEDED },
      { password: 'kaede_m2026', field: 'password', says: PASSWORD_COMMON },
    ])(
      'refuses its link with $field wrong, which stays valid',
      async ({ field, says, ...changed }) => {
        const link = await addressed()
        expect(await errorsOf(await use(link, changed))).toEqual({
          status: 422,
          errors: { [field]: [says] },
        })
        expect(await users()).toEqual([])
        expect((await use(link)).status).toBe(200)
      },
    )

    it('names the person by its link, and leaves the birthday for the first payment', async () => {
      const link = await addressed()
      const facts = await bodyOf(await browser.post('/signed_link', link))
      expect(facts).toMatchObject({
        name: null,
        needs_name: true,
        next: '/community/aoi/event/1?buy',
      })
      expect((await use(link)).status).toBe(200)
      expect(await users()).toMatchObject([
        { name: 'kaede_m', display_name: '楓', email: KAEDE, birth_y: 0 },
      ])
      const at = world.clock.now().toISOString()
      expect((await users())[0]).toMatchObject({ terms_accepted_at: at, guardian_consent_at: null })
    })

    it('does not change what an earlier sign-up form has decided', async () => {
      const link = await signedUp()
      expect((await use(link, { name: 'momiji', display_name: '紅葉' })).status).toBe(200)
      expect(await users()).toMatchObject([{ name: 'kaede_m', display_name: '楓', birth_y: 1996 }])
    })
  })

  describe('handle', () => {
    const propose = async (body: object) => {
      const answer = await browser.post('/signup/handle', body)
      return {
        status: answer.status,
        ...((await answer.json()) as { name: string; error: string | null }),
      }
    }

    it.each([
      { name: 'kaede_m', error: null },
      { name: 'fan', error: NAME_TAKEN },
      { name: 'f_an', error: NAME_TAKEN },
      { name: 'admin', error: NAME_TAKEN },
      { name: 'ab', error: NAME_CHARACTERS },
      { name: 'Kaede', error: NAME_CHARACTERS },
    ])('$name is checked while it is typed: $error', async ({ name, error }) => {
      await addPerson(world, 'fan')
      expect(await propose({ name })).toEqual({ status: 200, name, error })
    })

    it('is proposed from a Latin display name, with digits if that is taken', async () => {
      expect(await propose({ display_name: 'Mio Aizawa!' })).toMatchObject({ name: 'mio_aizawa' })
      await addPerson(world, 'fan')
      expect((await propose({ display_name: 'Fan' })).name).toMatch(/^fan\d{4}$/)
    })

    it.each(['', '楓', 'ab', 'x'.repeat(20)])(
      'is proposed in a valid form for %j',
      async (display_name) => {
        const { name } = await propose({ display_name })
        expect(await propose({ name })).toMatchObject({ error: null })
      },
    )

    it('can be checked by one client a limited number of times', async () => {
      for (let n = 0; n < NAMES_ASKED.max; n++) expect((await propose({})).status).toBe(200)
      expect((await propose({})).status).toBe(429)
    })
  })

  it('link can be inspected repeatedly without being spent', async () => {
    const link = await signedUp()
    const scanner = openBrowser(world)
    for (let n = 0; n < 3; n++) {
      const seen = await scanner.post('/signed_link', link)
      expect([seen.status, await seen.json()]).toEqual([
        200,
        {
          ...{ purpose: 'sign_up', email: KAEDE, name: 'kaede_m', next: null },
          ...{ needs_name: false, needs_password: true },
        },
      ])
    }
    expect([scanner.cookies.size, await users()]).toEqual([0, []])
    expect((await verify(link)).status).toBe(200)
    expect((await scanner.post('/signed_link', link)).status).toBe(410)
    expect((await scanner.post('/signed_link', { ...link, signature: 'x' })).status).toBe(404)
  })

  describe('sign-up form', () => {
    it.each([
      { field: 'terms', changed: { terms: false }, says: TERMS_NEEDED },
      { field: 'birthY', changed: { birthY: 1997 }, says: BIRTHDAY_WRONG },
      { field: 'birthY', changed: { birthY: 2027 }, says: BIRTHDAY_WRONG },
      { field: 'birthY', changed: { birthM: undefined }, says: BIRTHDAY_WRONG },
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
      { field: 'gender', changed: { gender: 3 }, says: GENDER_NEEDED },
    ])('with $changed is refused at $field', async ({ field, changed, says }) => {
      expect(await errorsOf(await signUp(changed))).toEqual({
        status: 422,
        errors: { [field]: [says] },
      })
      expect(await world.deliver()).toBe(0)
    })

    it('accepts a user under 18 with a guardian’s consent, and stores its time', async () => {
      expect((await signUp({ birthY: 2012, guardian_consent: true })).status).toBe(202)
      await world.deliver()
      await verify(linkTo(world, KAEDE).link)
      const now = world.clock.now().toISOString()
      expect(await users()).toMatchObject([{ guardian_consent_at: now, terms_accepted_at: now }])
    })

    it('reports all errors at once', async () => {
      const { errors } = await errorsOf(await signUp({ birthY: 2027, name: 'login' }))
      expect(Object.keys(errors!).sort()).toEqual(['birthY', 'name'])
    })
  })

  describe('sign-up handle', () => {
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
    ])('is refused for invalid characters, %s: %j', async (_, name) => {
      expect(await errorsOf(await signUp({ name }))).toEqual({
        status: 422,
        errors: { name: [NAME_CHARACTERS] },
      })
    })

    it.each(['abc', 'a'.repeat(20), '2026', 'fan_club', '_x_'])('may be %s', async (name) => {
      expect((await signUp({ name })).status).toBe(202)
    })
  })

  describe('flood of sign-ups', () => {
    it(`is limited to ${MAILS_TO_ONE.max} emails an hour to one address, from any client`, async () => {
      for (let n = 0; n < MAILS_TO_ONE.max; n++) {
        const by = openBrowser(world, { address: `198.51.100.${n}` })
        expect((await signUp({}, by)).status).toBe(202)
      }
      const response = await signUp({}, openBrowser(world, { address: '198.51.100.99' }))
      expect([response.status, await bodyOf(response)]).toEqual([429, { message: TOO_MANY_MAILS }])
      expect(response.headers.get('retry-after')).toBe('3600')
      world.clock.move(MAILS_TO_ONE.perMs)
      expect((await signUp()).status).toBe(202)
    })

    it(`is limited to ${MAILS_ASKED.max} emails an hour from one client, to any address`, async () => {
      const ask = (n: number) => browser.post('/reset_password', { email: `user${n}@room.test` })
      for (let n = 0; n < MAILS_ASKED.max; n++) expect((await ask(n)).status).toBe(202)
      expect((await ask(99)).status).toBe(429)
      expect((await signUp()).status).toBe(429)
      expect((await signUp({}, openBrowser(world, { address: '198.51.100.1' }))).status).toBe(202)
    })

    it('does not count refused forms', async () => {
      for (let n = 0; n < MAILS_TO_ONE.max; n++) await signUp({ birthY: 2027 })
      expect((await signUp()).status).toBe(202)
    })
  })

  it('leaves no addresses or links in the log', async () => {
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
