import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { NO_PRO_RATA } from '#contract/orders/sale-rules.ts'
import { site, TEXTS, TOPICS } from '#contract/site/calls.ts'
import { SWITCHES } from '#contract/site/switches.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { seedTexts } from './content.ts'

describe.each(apiDatabaseNames)('site information on %s', (database) => {
  let world: World
  let dataDir: string
  const open = async (env: Record<string, string> = {}) => {
    dataDir = mkdtempSync(join(tmpdir(), 'room-texts-'))
    world = await createWorld(database, { DATA_DIR: dataDir, ...env })
    let ids = 0
    const newId = () => `text-${++ids}-${world.clock.now().getTime()}`
    await seedTexts({ ...world.deps, newId })
    return newId
  }
  afterEach(async () => {
    await world.close()
    rmSync(dataDir, { recursive: true })
  })
  /** Writes a file as an operator's editor does. */
  const write = (name: string, source: string | Buffer) => {
    const path = join(dataDir, 'content', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, source)
  }
  const warnings = () =>
    world.log.lines.flatMap(({ level, facts }) => (level === 'warn' ? [facts] : []))
  const get = (slug: (typeof TEXTS)[number]) => world.as(null)(site.getText, { params: { slug } })

  it('returns what pages need in a sandbox', async () => {
    await open({ DEMO: '1' })
    expect(await world.as(null)(site.getConfig, {})).toEqual({
      site: { url: 'http://room.test', title: 'Room', indexable: false },
      payments: { provider: 'sandbox', publishable_key: null, api_base: '/sandbox/stripe' },
      push: { vapid_public_key: expect.stringMatching(/^B[\w-]{86}$/), firebase: null },
      social: [],
      seller: { name: 'Room', url: null },
      accounts: [],
      switches: Object.fromEntries(SWITCHES.map((name) => [name, true])),
      news_elsewhere: false,
      converts_films: false,
      demo: true,
    })
  })

  it('returns operator and payment methods in production', async () => {
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

  it.each(TEXTS)('has the text %s without missing facts', async (slug) => {
    await open({ SELLER_NAME: '株式会社ルーム', SELLER_URL: 'https://room.example/contact' })
    const text = await get(slug)
    expect(text).toMatchObject({
      slug,
      version: { terms: 8, legal: 5, privacy: 3, beginners: 3 }[slug as string] ?? 2,
      complete: true,
      missing: [],
    })
    expect(text.body_html).toMatch(/<h2>/)
    expect(text.body_html).not.toMatch(/\{\{|準備中|<script/)
  })

  it('marks facts required by law that are missing', async () => {
    await open()
    expect(await get('legal')).toMatchObject({
      complete: false,
      missing: ['事業者の名称', 'お問い合わせ先'],
    })
    expect((await get('legal')).body_html).toContain('（準備中）')
    expect(await get('beginners')).toMatchObject({ complete: true })
  })

  it('mentions external recipients, ticket resale, and that months are not divisible', async () => {
    await open()
    expect((await get('privacy')).body_html).toContain('外部送信')
    expect((await get('terms')).body_html).toContain('転売')
    expect((await get('legal')).body_html).toContain(NO_PRO_RATA)
  })

  it('publishes each version once and shows the newest', async () => {
    const newId = await open()
    await seedTexts({ ...world.deps, newId: () => `again-${newId()}` })
    const rows = await world.db.selectFrom('legal_text').selectAll().execute()
    expect(rows).toHaveLength(TEXTS.length)
    await world.add('legal_text', { ...rows[0]!, id: 'two', version: 9, body: '新しい' })
    expect(await get(rows[0]!.slug as 'terms')).toMatchObject({ version: 9 })
  })

  it.each(TOPICS)('has answers about %s', async (topic) => {
    await open()
    const questions = await world.as(null)(site.listFaq, { params: { topic } })
    expect(questions.length).toBeGreaterThan(5)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { question, answer_html } of questions) {
      expect(question).not.toBe('')
      expect(answer_html).toMatch(/^<p>/)
    }
  })

  const OWN =
    '---\ntitle: わたしたちの規約\nversion: 7\n---\n## 約束\n\n{{seller_name}}は<script>alert(1)</script>守ります。\n'

  it('shows the operator’s files in place of the release’s as soon as they change', async () => {
    await open({ SELLER_NAME: '株式会社ルーム' })
    expect((await get('terms')).title).toBe('利用規約')
    write('terms.md', OWN.replaceAll('\n', '\r\n'))
    expect(await get('terms')).toMatchObject({ title: 'わたしたちの規約', version: 7 })
    const { body_html } = await get('terms')
    expect(body_html).toContain('株式会社ルームは')
    expect(body_html).not.toContain('script')
    write('terms.md', OWN.replace('version: 7', 'version: 8 '))
    expect(await get('terms')).toMatchObject({ version: 8 })
    write(
      'faq/other.md',
      '## 何時までですか\n\n朝まで。\n\n## 料金は\n\n手数料は{{fee_percent}}％です。\n',
    )
    expect(await world.as(null)(site.listFaq, { params: { topic: 'other' } })).toEqual([
      { id: 'other-1', question: '何時までですか', answer_html: expect.stringContaining('朝まで') },
      { id: 'other-2', question: '料金は', answer_html: expect.stringContaining('10％') },
    ])
    rmSync(join(dataDir, 'content'), { recursive: true })
    expect((await get('terms')).title).toBe('利用規約')
    expect(warnings()).toEqual([])
  })

  it.each<[string, string | Buffer]>([
    ['has nothing above it', '## 約束'],
    ['has no title', OWN.replace('わたしたちの規約', ' ')],
    ['has a version that is no number', OWN.replace('7', '七')],
    ['says nothing', OWN.replace(/## [\s\S]*/, '\n')],
    ['says nothing that may be shown', OWN.replace(/## [\s\S]*/, '<script>alert(1)</script>\n')],
    ['asks for a fact that there is not', OWN.replace('seller_name', 'seller_nmae')],
    ['is no text', Buffer.from([0x2d, 0x2d, 0xff, 0xfe])],
    ['is longer than anybody reads', OWN + 'あ'.repeat(200_000)],
  ])('shows our text where the operator’s own %s, and says so once', async (_, source) => {
    await open()
    write('terms.md', source)
    for (let at = 0; at < 3; at++) expect((await get('terms')).title).toBe('利用規約')
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toMatchObject({ file: 'content/terms.md' })
    write('terms.md', OWN)
    expect((await get('terms')).title).toBe('わたしたちの規約')
  })

  it('shows the release’s answers if the operator’s file has a question without an answer', async () => {
    await open()
    write('faq/other.md', '## 何時までですか\n\n## 料金は\n\n無料です。')
    const rows = await world.as(null)(site.listFaq, { params: { topic: 'other' } })
    expect(rows.length).toBeGreaterThan(5)
    expect(warnings()).toHaveLength(1)
  })

  it('lists every host that this deployment sends data to', async () => {
    const WHOM = { stripe: 'Stripe, Inc.', firebase: 'Firebase', push: 'プッシュ通知サービス' }
    const all = { ...WHOM, contentful: 'Contentful', streams: '動画の配信元' }
    const listedRecipients = async (env: Record<string, string>) => {
      await open(env)
      const { body_html } = await get('privacy')
      const section = body_html.slice(body_html.indexOf('外部送信'), body_html.indexOf('Cookie と'))
      return Object.entries(all).flatMap(([name, text]) => (section.includes(text) ? [name] : []))
    }
    expect(await listedRecipients({})).toEqual(['push'])
    await world.close()
    expect(
      await listedRecipients({
        STRIPE_SECRET_KEY: 'sk_live_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
        LIVE: 'external',
        NEWS: 'contentful',
        CONTENTFUL_SPACE_ID: 'space',
        CONTENTFUL_ACCESS_TOKEN: 'token',
        ...Object.fromEntries(
          [
            'PROJECT_ID',
            'CLIENT_EMAIL',
            'PRIVATE_KEY',
            'API_KEY',
            'APP_ID',
            'SENDER_ID',
            'VAPID_KEY',
          ].map((name) => [`FIREBASE_${name}`, 'x']),
        ),
      }),
    ).toEqual(['stripe', 'firebase', 'contentful', 'streams'])
  })

  it('shows the configured operator facts, others on request, and warns a production site', async () => {
    const real = {
      NODE_ENV: 'production',
      SITE_URL: 'https://room.test',
      SMTP_URL: 'smtp://mail.room.test',
      SELLER_NAME: '株式会社ルーム',
      SELLER_URL: 'https://room.test/contact',
      PAYMENTS: 'sandbox',
    }
    await open({ ...real, SELLER_ADDRESS: '東京都千代田区1-1', SELLER_REPRESENTATIVE: '藍川' })
    const { body_html, complete } = await get('legal')
    expect(complete).toBe(true)
    for (const fact of ['株式会社ルーム', '東京都千代田区1-1', '藍川', 'ご請求があれば'])
      expect(body_html).toContain(fact)
    expect(warnings()).toMatchObject([{ missing: ['SELLER_PHONE'] }])
  })

  it('answers 404 for unknown texts and topics', async () => {
    await open()
    for (const path of ['text/secret', 'text/..%2fterms', 'faq/secret'])
      expect((await world.fetch(`/api/application/${path}`)).status).toBe(422)
  })
})
