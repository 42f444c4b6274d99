import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { consents } from '#contract/consents/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { live } from '#contract/live/calls.ts'
import { news } from '#contract/news/calls.ts'
import { operatorHelp } from '#contract/operator/help/calls.ts'
import {
  CHANGED_MEANWHILE,
  NEWS_INCOMPLETE,
  NEWS_OUT,
  SLUG_TAKEN,
  TEXT_HAS_DRAFT,
  TEXT_PLANNED,
  TEXT_SAME,
  TEXT_STANDS,
} from '#contract/operator/messages.ts'
import { operatorNews } from '#contract/operator/news/calls.ts'
import { operatorTexts } from '#contract/operator/texts/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { site } from '#contract/site/calls.ts'
import { CONSENT_NEEDED, CONSENT_OLD } from '#contract/site/switch-messages.ts'
import { linkTo, openBrowser } from '#server/features/auth/testing/browser.ts'
import { seedTexts } from '#server/features/site/content.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const HOUR = 3_600_000
const apiError = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof RequestError)) throw error
      const { status, message, errors } = error
      return { status, message, errors }
    },
  )

describe.each(apiDatabaseNames)('admin content on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await seedTexts(world.deps)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const actions = async () => {
    const rows = await world.db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'not like', 'desk.%')
      .orderBy('id')
      .execute()
    return rows.map(
      ({ action, target, actor_id }) => `${action} ${target.split(':')[0]} ${actor_id}`,
    )
  }

  describe('news', () => {
    const write = (fields: Record<string, string>) =>
      admin()(operatorNews.createArticle, { body: formOf(fields) })
    const change = (slug: string, fields: Record<string, string>) =>
      admin()(operatorNews.changeArticle, { params: { slug }, body: formOf(fields) })
    const article = { slug: 'haru', title: '春', lead: '前', body: '**本文**' }
    const read = (slug: string) => world.as(null)(news.getArticle, { params: { slug } })

    it('are drafts until published, and again after withdrawal', async () => {
      const draft = await write(article)
      expect(draft).toMatchObject({ status: 'draft', version: 1, published_at: null })
      expect(await apiError(read('haru'))).toMatchObject({ status: 404 })
      await change('haru', { status: 'published', version: '1' })
      expect(await read('haru')).toMatchObject({
        title: '春',
        body_html: expect.stringContaining('<strong>'),
      })
      await change('haru', { status: 'draft', version: '2' })
      expect(await apiError(read('haru'))).toMatchObject({ status: 404 })
      expect((await world.as(null)(news.listNews, {})).items).toEqual([])
      expect(await actions()).toEqual([
        'news.create news admin',
        'news.publish news admin',
        'news.withdraw news admin',
      ])
    })

    it('appear on their publication day', async () => {
      await write({ ...article, status: 'published', published_at: inHours(world, 2) })
      expect(await apiError(read('haru'))).toMatchObject({ status: 404 })
      world.clock.move(2 * HOUR)
      expect(await read('haru')).toMatchObject({ slug: 'haru' })
    })

    it('are refused for publication with missing fields or a taken slug', async () => {
      expect(await apiError(write({ title: '春', status: 'published' }))).toMatchObject({
        status: 422,
        errors: { lead: [NEWS_INCOMPLETE], body: [NEWS_INCOMPLETE], slug: [NEWS_INCOMPLETE] },
      })
      await write(article)
      expect(await apiError(write(article))).toMatchObject({ errors: { slug: [SLUG_TAKEN] } })
      expect(await actions()).toEqual(['news.create news admin'])
    })

    it('are not overwritten from an older version, even concurrently', async () => {
      await write(article)
      const both = await Promise.all(
        ['い', 'ろ'].map((title) => apiError(change('haru', { title, version: '1' }))),
      )
      expect(both.filter((one) => one === null)).toHaveLength(1)
      expect(both.find((one) => one !== null)).toMatchObject({
        status: 409,
        message: CHANGED_MEANWHILE,
      })
      expect(await actions()).toHaveLength(2)
    })

    it('can be deleted as drafts only', async () => {
      await write({ ...article, status: 'published' })
      const remove = () => admin()(operatorNews.deleteArticle, { params: { slug: 'haru' } })
      expect(await apiError(remove())).toMatchObject({ status: 409, message: NEWS_OUT })
      await change('haru', { status: 'draft', version: '1' })
      await remove()
      expect((await admin()(operatorNews.listArticles, {})).items).toEqual([])
    })

    it('lists drafts first', async () => {
      await write({ ...article, status: 'published' })
      await write({ title: '書きかけ' })
      const { items } = await admin()(operatorNews.listArticles, {})
      expect(items.map(({ title, status }) => [title, status])).toEqual([
        ['書きかけ', 'draft'],
        ['春', 'published'],
      ])
    })
  })

  describe('help answers', () => {
    const topic = 'other' as const
    const entries = [
      { question: 'ろ？', answer: '**ろ**' },
      { question: 'い？', answer: '## 見出し\n\nい' },
    ]
    const shown = async () =>
      (await world.as(null)(site.listFaq, { params: { topic } })).map(({ question }) => question)
    const save = (version: number) =>
      admin()(operatorHelp.saveHelp, { params: { topic }, body: { entries, version } })

    it('replace those of the files, in order, until they are reset', async () => {
      const before = await shown()
      const saved = await save(0)
      expect(saved).toMatchObject({ source: 'operator', version: 1, entries })
      expect(await shown()).toEqual(['ろ？', 'い？'])
      const restored = await admin()(operatorHelp.restoreHelp, {
        params: { topic },
        body: { version: 1 },
      })
      expect(restored).toMatchObject({ source: 'file', version: 2 })
      expect(restored.versions.map(({ version, by }) => [version, by])).toEqual([
        [2, 'admin'],
        [1, 'admin'],
      ])
      expect(await shown()).toEqual(before)
      const old = { params: { topic, version: '1' } }
      expect(await admin()(operatorHelp.getHelpVersion, old as never)).toEqual({ entries })
      expect(await actions()).toEqual(['help.change help admin', 'help.restore help admin'])
    })

    it('are not overwritten from an older version', async () => {
      await save(0)
      expect(await apiError(save(0))).toMatchObject({ status: 409, message: CHANGED_MEANWHILE })
    })

    it('are refused with an unknown fact', async () => {
      const invalidEntries = [{ question: 'い', answer: '{{nothing}}' }]
      const call = admin()(operatorHelp.saveHelp, {
        params: { topic },
        body: { entries: invalidEntries, version: 0 },
      })
      expect(await apiError(call)).toMatchObject({
        status: 422,
        errors: { 'entries.0.answer': [expect.stringContaining('{{nothing}}')] },
      })
    })
  })

  describe('legal texts', () => {
    const draft = (fields: object = {}) =>
      admin()(operatorTexts.saveDraft, {
        params: { slug: 'terms' },
        body: { title: '利用規約', body: '新しい規約', version: 0, ...fields },
      })
    const publish = (version = 1) =>
      admin()(operatorTexts.publishText, {
        params: { slug: 'terms' },
        body: { version, reason: '料金の改定' },
      })
    const text = () => world.as(null)(site.getText, { params: { slug: 'terms' } })
    const pending = () => world.as('fan')(consents.listConsents, {})
    const join = () => world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi' } })
    const agree = (version: number) =>
      world.as('fan')(consents.giveConsent, { body: { texts: [{ slug: 'terms', version }] } })

    it('have a private draft, then a permanent version', async () => {
      const before = await text()
      const saved = await draft()
      expect(saved.draft).toMatchObject({ body: '新しい規約', by: 'admin', version: 1 })
      expect(await text()).toEqual(before)
      const out = await publish()
      expect(out).toMatchObject({ version: before.version + 1, draft: null })
      expect(out.versions.map(({ state, source }) => [state, source])).toEqual([
        ['standing', 'operator'],
        ['former', 'release'],
      ])
      expect(await text()).toMatchObject({ version: before.version + 1 })
      // A restart does not replace it by the release's text.
      await seedTexts(world.deps)
      expect(await text()).toMatchObject({ version: before.version + 1 })
      expect(await pending()).toEqual([])
      expect(await actions()).toEqual(['text.draft text admin', 'text.publish text admin'])
    })

    it('are published once despite concurrent calls', async () => {
      await draft()
      const both = await Promise.all([apiError(publish()), apiError(publish())])
      expect(both.filter((one) => one === null)).toHaveLength(1)
      await draft({ body: '新しい規約' })
      expect(await apiError(publish())).toMatchObject({ status: 409, message: TEXT_SAME })
    })

    it('are effective from their day, and can be withdrawn before', async () => {
      const { version } = await text()
      await draft({ publish_at: inHours(world, 24), consent: true })
      const out = await publish()
      expect(out.versions[0]).toMatchObject({ state: 'planned', version: version + 1 })
      await draft({ body: 'さらに新しい' })
      expect(await apiError(publish())).toMatchObject({ message: TEXT_PLANNED })
      expect(await pending()).toEqual([])
      const cancelPlannedVersion = () =>
        admin()(operatorTexts.cancelPlannedVersion, {
          params: { slug: 'terms', version: version + 1 } as never,
          body: { reason: '延期' },
        })
      const discard = () =>
        admin()(operatorTexts.deleteDraft, { params: { slug: 'terms' }, body: { version: 1 } })
      expect(await apiError(cancelPlannedVersion())).toMatchObject({
        status: 409,
        message: TEXT_HAS_DRAFT,
      })
      const planned = { params: { slug: 'terms', version: `${version + 1}` } }
      expect(await admin()(operatorTexts.getVersion, planned as never)).toMatchObject({
        body: '新しい規約',
      })
      await discard()
      expect(await cancelPlannedVersion()).toMatchObject({
        draft: { body: '新しい規約', consent: true },
      })
      expect(await apiError(cancelPlannedVersion())).toMatchObject({ message: TEXT_STANDS })
      await discard()
      await draft({ publish_at: inHours(world, 24), consent: true })
      await publish()
      world.clock.move(25 * HOUR)
      expect(await text()).toMatchObject({ version: version + 1 })
      expect(await pending()).toMatchObject([{ slug: 'terms', version: version + 1 }])
    })

    it('require consent again if so marked: no room can be joined before', async () => {
      const { version } = await text()
      await draft({ consent: true })
      await publish()
      expect(await pending()).toMatchObject([{ slug: 'terms', version: version + 1 }])
      expect(await apiError(join())).toMatchObject({
        status: 403,
        message: CONSENT_NEEDED,
        errors: { consent: [CONSENT_NEEDED] },
      })
      expect(await apiError(agree(version))).toMatchObject({ status: 409, message: CONSENT_OLD })
      expect(await agree(version + 1)).toEqual([])
      expect(await agree(version + 1)).toEqual([])
      expect(await join()).toMatchObject({ status: 'active' })
      const rows = await world.db.selectFrom('consent').selectAll().execute()
      expect(rows).toMatchObject([{ user_id: 'fan', slug: 'terms', version: version + 1 }])
    })

    it('are accepted at sign-up in the versions of that moment', async () => {
      const { version } = await text()
      const phone = openBrowser(world)
      const password = 'yoru no umi e 9'
      const form = {
        email: 'yuki@room.test',
        name: 'yuki',
        display_name: '冬野ゆき',
        birthY: 1996,
        birthM: 2,
        birthD: 28,
        gender: 2,
        terms: true,
      }
      expect((await phone.post('/signup', form)).status).toBe(202)
      await world.deliver()
      expect(
        (await phone.post('/verify_mail', { ...linkTo(world, form.email).link, password })).status,
      ).toBe(200)
      const { id } = await world.db
        .selectFrom('user')
        .select('id')
        .where('name', '=', 'yuki')
        .executeTakeFirstOrThrow()
      const readConsents = () =>
        world.db
          .selectFrom('consent')
          .select(['slug', 'version'])
          .where('user_id', '=', id)
          .orderBy('slug')
          .execute()
      const privacy = await world.as(null)(site.getText, { params: { slug: 'privacy' } })
      expect(await readConsents()).toEqual([
        { slug: 'privacy', version: privacy.version },
        { slug: 'terms', version },
      ])
      expect(await world.as(id)(consents.listConsents, {})).toEqual([])
      await draft({ consent: true })
      await publish()
      expect(await world.as(id)(consents.listConsents, {})).toMatchObject([
        { slug: 'terms', version: version + 1 },
      ])
    })

    it('block neither existing rights nor leaving', async () => {
      await makeMember(world, 'room-aoi', 'fan')
      await draft({ consent: true })
      await publish()
      const asFan = world.as('fan')
      expect((await asFan(rooms.listSubscribed, {})).items).toHaveLength(1)
      expect(
        await apiError(asFan(live.postTalk, { params: { id: 'x' }, body: { message: 'い' } })),
      ).toMatchObject({ status: 403, message: CONSENT_NEEDED })
      await asFan(rooms.unsubscribe, { params: { id: 'aoi' } })
      const exported = await world.fetch('/api/application/me/export', {
        headers: { authorization: `Bearer ${await world.tokenOf('fan')}` },
      })
      expect(exported.status).toBe(200)
    })
  })
})
