import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { news } from '#contract/news/calls.ts'
import { inHours } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const BODY = `## 見出し

**太字**と[部屋](/community/aoi)と![絵](/media/public/a.png)

<script>alert(1)</script><p onclick="x()" style="color:red">段落</p>

[悪い](javascript:alert(1)) ![よそ](https://evil.example/x.png)

| 期間 | 窓口 |
|---|---|
| いま | あり |`

describe.each(apiDatabaseNames)('news on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    const add = (slug: string, hours: number, row = {}) =>
      world.add('news', {
        id: slug,
        slug,
        title: slug,
        lead: 'まえがき',
        body: BODY,
        image_path: null,
        published_at: inHours(world, hours),
        status: 'published',
        version: 1,
        updated_at: inHours(world, hours),
        ...row,
      })
    await add('old', -50)
    await add('new', -1, { title: '犬 & 猫 <と> "鳥"\u0001', image_path: 'public/n.png' })
    await add('tomorrow', 24)
    await add('draft', -2, { status: 'draft' })
  })
  afterEach(() => world.close())

  const get = (slug: string) => world.as(null)(news.getArticle, { params: { slug } })
  const feed = () => world.fetch('/api/application/news/feed.xml')

  it('lists published articles, newest first, without bodies', async () => {
    const { items } = await world.as(null)(news.listNews, {})
    expect(items.map(({ slug }) => slug)).toEqual(['new', 'old'])
    expect(items[0]).toMatchObject({ image_path: '/media/public/n.png' })
    expect(items[0]).not.toHaveProperty('body_html')
    const first = await world.as(null)(news.listNews, { query: { limit: 1 } })
    expect(first.next).toBe(1)
  })

  it.each(['tomorrow', 'nothing'])('answers 404 for an article %s', async (slug) => {
    await expect(get(slug)).rejects.toMatchObject({ status: 404 })
  })

  it('shows an article as sanitized HTML', async () => {
    const { body_html } = await get('old')
    for (const part of [
      '<h2>見出し</h2>',
      '<strong>太字</strong>',
      'href="/community/aoi"',
      '<td>いま</td>',
      'src="/media/public/a.png"',
    ])
      expect(body_html).toContain(part)
    expect(body_html).not.toMatch(/script|onclick|style|javascript|evil/)
  })

  it('has a feed that a strict parser accepts', async () => {
    const answer = await feed()
    expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const xml = await answer.text()
    expect(xml).toContain('<title>犬 &amp; 猫 &lt;と&gt; &quot;鳥&quot;</title>')
    expect(xml).toContain('<link>http://room.test/news/new</link>')
    expect(xml).toContain('<pubDate>Fri, 20 Nov 2026 02:00:00 +0000</pubDate>')
    expect(xml).toContain('href="http://room.test/api/application/news/feed.xml" rel="self"')
    expect(xml.match(/<item>/g)).toHaveLength(2)
    const tags = [...xml.matchAll(/<(\/?)([\w:]+)[^>]*?(\/?)>/g)].filter(
      ([, , , single]) => !single,
    )
    const open: string[] = []
    for (const [, closes, name] of tags) {
      if (closes) expect(open.pop()).toBe(name)
      else open.push(name!)
    }
    expect(open).toEqual([])
  })

  it('answers 304 for an unchanged feed', async () => {
    const etag = (await feed()).headers.get('etag')!
    const again = await world.fetch('/api/application/news/feed.xml', {
      headers: { 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
  })
})
