import { afterEach, describe, expect, it } from 'vitest'
import { site, TEXTS, TOPICS } from '#contract/site.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { seedTexts } from './content.ts'

describe.each(databaseNames)('the site on %s', (database) => {
  let world: World
  const open = async (env: Record<string, string> = {}) => {
    world = await openWorld(database, env)
    let ids = 0
    const newId = () => `text-${++ids}-${world.clock.now().getTime()}`
    await seedTexts({ db: world.db, clock: world.clock, newId })
    return newId
  }
  afterEach(() => world.close())
  const get = (slug: (typeof TEXTS)[number]) => world.as(null)(site.getText, { params: { slug } })

  it('says what the pages need to know of a sandbox', async () => {
    await open({ DEMO: '1' })
    expect(await world.as(null)(site.getConfig, {})).toEqual({
      site: { url: 'http://room.test', title: 'Room', indexable: false },
      payments: { provider: 'sandbox', publishable_key: null, api_base: '/sandbox/stripe' },
      push: { vapid_public_key: expect.stringMatching(/^B[\w-]{86}$/), firebase: null },
      social: [],
      seller: { name: 'Room', url: null },
      accounts: [],
      demo: true,
    })
  })

  it('says whose it is, and how one pays, in production', async () => {
    await open({
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      SELLER_NAME: '株式会社ルーム',
      SELLER_URL: 'https://room.example/contact',
    })
    expect(await world.as(null)(site.getConfig, {})).toMatchObject({
      payments: { provider: 'stripe', publishable_key: 'pk_live_1', api_base: null },
      seller: { name: '株式会社ルーム', url: 'https://room.example/contact' },
    })
  })

  it.each(TEXTS)('has the text %s, with no gap left in it', async (slug) => {
    await open({ SELLER_NAME: '株式会社ルーム', SELLER_URL: 'https://room.example/contact' })
    const text = await get(slug)
    expect(text).toMatchObject({ slug, version: 1, complete: true })
    expect(text.body_html).toMatch(/<h2>/)
    expect(text.body_html).not.toMatch(/\{\{|準備中|<script/)
  })

  it('says so where facts that the law asks for are missing', async () => {
    await open()
    expect(await get('legal')).toMatchObject({ complete: false })
    expect((await get('legal')).body_html).toContain('（準備中）')
    expect(await get('beginners')).toMatchObject({ complete: true })
  })

  it('tells what it sends elsewhere, what selling tickets on means, and that there is no part of a month', async () => {
    await open()
    expect((await get('privacy')).body_html).toContain('外部送信')
    expect((await get('terms')).body_html).toContain('転売')
    expect((await get('legal')).body_html).toContain('日割りでの返金はいたしません')
  })

  it('publishes each version once, and shows the newest', async () => {
    const newId = await open()
    await seedTexts({ db: world.db, clock: world.clock, newId: () => `again-${newId()}` })
    const rows = await world.db.selectFrom('legal_text').selectAll().execute()
    expect(rows).toHaveLength(TEXTS.length)
    await world.add('legal_text', { ...rows[0]!, id: 'two', version: 2, body: '## 新しい' })
    expect(await get(rows[0]!.slug as 'terms')).toMatchObject({ version: 2 })
  })

  it.each(TOPICS)('answers common questions about %s', async (topic) => {
    await open()
    const questions = await world.as(null)(site.listFaq, { params: { topic } })
    expect(questions.length).toBeGreaterThan(5)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { question, answer_html } of questions) {
      expect(question).not.toBe('')
      expect(answer_html).toMatch(/^<p>/)
    }
  })

  it('knows no other text or topic', async () => {
    await open()
    for (const path of ['text/secret', 'text/..%2fterms', 'faq/secret'])
      expect((await world.fetch(`/api/application/${path}`)).status).toBe(422)
  })
})
