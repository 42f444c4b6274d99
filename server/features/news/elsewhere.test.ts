import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { news } from '#contract/news.ts'
import { CONTENTFUL, type ContentfulServer, openContentful } from '#server/testing/contentful.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

const MINUTE = 60_000
const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
})
const node = (nodeType: string, content: object[] = [], data: object = {}) => ({
  nodeType,
  content,
  data,
})
const asset = (id: string) => ({ sys: { type: 'Link', linkType: 'Asset', id } })

describe.each(apiDatabaseNames)('news that are written elsewhere, on %s', (database) => {
  let source: ContentfulServer
  let world: World

  const env = () => ({
    NEWS: 'contentful',
    CONTENTFUL_SPACE_ID: CONTENTFUL.space,
    CONTENTFUL_ACCESS_TOKEN: CONTENTFUL.token,
    CONTENTFUL_API_BASE: source.url,
    RATE_LIMITS: 'off',
  })

  beforeEach(async () => {
    source = await openContentful()
    world = await openWorld(database, env())
    source.write({ slug: 'old', title: '古い', publishedAt: '2026-11-18T12:00+09:00' })
    source.write({ slug: 'new', title: '新しい', lead: 'まえがき', publishedAt: '2026-11-19' })
    source.write({ slug: 'tomorrow', title: 'あした', publishedAt: '2026-11-21T12:00:00Z' })
    source.write({ slug: 'page', title: '別のもの' }, 'page')
  })
  afterEach(async () => {
    await world.close()
    await source.close()
  })

  const list = (query = {}) => world.as(null)(news.listNews, { query })
  const get = (slug: string) => world.as(null)(news.getArticle, { params: { slug } })
  const slugs = async () => (await list()).items.map(({ slug }) => slug)
  /** All that was begun behind somebody's back is done. */
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await new Promise((done) => setImmediate(done))
  }
  const warnings = () => world.log.lines.filter(({ level }) => level === 'warn').length

  it('are listed as our own would be: what is out, the newest first', async () => {
    expect(await slugs()).toEqual(['new', 'old'])
    expect((await list({ limit: 1 })).next).toBe(1)
    expect((await list({ limit: 1, offset: 1 })).items).toMatchObject([
      { slug: 'old', lead: '', published_at: '2026-11-18T03:00:00.000Z', image_path: null },
    ])
    expect(await (await world.fetch('/api/application/news/feed.xml')).text()).toContain(
      '<link>http://room.test/news/new</link>',
    )
    world.clock.move(48 * 60 * MINUTE)
    expect(await slugs()).toEqual(['tomorrow', 'new', 'old'])
  })

  it('are asked for by their slug, the first that is found', async () => {
    source.write({ slug: 'new', title: '二つめ', publishedAt: '2026-11-19' })
    expect(await get('new')).toMatchObject({ slug: 'new', title: '新しい', lead: 'まえがき' })
    const { searchParams } = source.asked.at(-1)!
    expect(Object.fromEntries(searchParams)).toMatchObject({
      content_type: 'serviceNews',
      'fields.slug': 'new',
      limit: '1',
    })
    for (const slug of ['tomorrow', 'nothing', 'page', 'a/../b', '&limit=9'])
      await expect(get(slug)).rejects.toMatchObject({ status: 404 })
  })

  it('do no harm, whether they are Markdown or rich text, and show pictures of allowed hosts alone', async () => {
    source.picture('good', '//images.ctfassets.net/space1/a.png')
    source.picture('bad', '//evil.example/b.png')
    source.picture('like', '//images.ctfassets.net.evil.example/b.png')
    const GOOD = 'https://images.ctfassets.net/space1/a.png?w=1400&amp;fm=webp&amp;q=80'
    source.write({
      slug: 'markdown',
      title: 'M',
      image: asset('good'),
      body: '## 見出し\n\n**太字**<script>x()</script> [悪い](javascript:x) ![絵](https://images.ctfassets.net/c.png) ![よそ](https://evil.example/x.png) ![道](/media/public/a.png)',
    })
    const markdown = await get('markdown')
    expect(markdown.image_path).toBe(GOOD.replaceAll('&amp;', '&'))
    expect(markdown.body_html).toContain('<h2>見出し</h2>')
    expect(markdown.body_html.match(/<img/g)).toHaveLength(1)
    expect(markdown.body_html).not.toMatch(/script|evil|href="javascript/)

    source.write({
      slug: 'rich',
      title: 'R',
      image: asset('bad'),
      body: node('document', [
        node('heading-1', [text('見出し')]),
        node('paragraph', [text('<b>太字</b>', 'bold', 'unknown'), text('\n次')]),
        node('unordered-list', [node('list-item', [node('paragraph', [text('一')])])]),
        node('paragraph', [
          node('hyperlink', [text('部屋')], { uri: 'https://room.test/community/aoi' }),
          node('hyperlink', [text('悪い')], { uri: 'javascript:x()' }),
          node('hyperlink', [text('悪い')], { uri: '"><script>x()</script>' }),
        ]),
        ...['good', 'bad', 'like', 'none'].map((id) =>
          node('embedded-asset-block', [], { target: asset(id) }),
        ),
        node('<script>', [text('知らないもの')]),
        node('hr'),
      ]),
    })
    const rich = await get('rich')
    expect(rich.image_path).toBeNull()
    for (const part of [
      '<h2>見出し</h2>',
      '<strong>&lt;b&gt;太字&lt;/b&gt;</strong><br />次',
      '<ul><li><p>一</p></li></ul>',
      '<a href="https://room.test/community/aoi">部屋</a>',
      `<img src="${GOOD}" alt="絵" />`,
      '知らないもの',
    ])
      expect(rich.body_html).toContain(part)
    expect(rich.body_html.match(/<img/g)).toHaveLength(1)
    expect(rich.body_html).not.toMatch(/<script|evil|href="javascript/)
  })

  it('let browsers load pictures from there, and from nowhere else', async () => {
    const policy = (await world.fetch('/healthz')).headers.get('content-security-policy')!
    expect(policy).toContain(
      "img-src 'self' data: blob: https://images.ctfassets.net https://images.eu.ctfassets.net;",
    )
    const other = await openWorld(database)
    const plain = (await other.fetch('/healthz')).headers.get('content-security-policy')
    await other.close()
    expect(plain).toContain("img-src 'self' data: blob:;")
  })

  it('are asked for once a minute, however many want them, and nobody waits for the answer', async () => {
    await Promise.all([slugs(), slugs(), slugs()])
    expect(source.asked).toHaveLength(1)
    world.clock.move(MINUTE - 1)
    await slugs()
    expect(source.asked).toHaveLength(1)
    source.write({ slug: 'now', title: 'いま', publishedAt: '2026-11-20' })
    world.clock.move(1)
    expect(await slugs(), 'what was known').toEqual(['new', 'old'])
    await until(async () => (await slugs()).includes('now'))
    expect(source.asked).toHaveLength(2)
  })

  it.each<[string, Parameters<ContentfulServer['be']>[0]]>([
    ['fails', (response) => response.writeHead(500).end('no')],
    ['does not know our token any more', (response) => response.writeHead(401).end('{}')],
    ['breaks off', (response) => response.destroy()],
    ['says nothing', () => {}],
    ['answers with a page', (response) => response.end('<!doctype html>')],
    ['answers with something else', (response) => response.end('{"items":{"length":1}}')],
    [
      'leads elsewhere',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'answers for ever',
      (response) => {
        const more = () => {
          while (response.write(' '.repeat(100_000)));
          response.once('drain', more)
        }
        more()
      },
    ],
  ])('show what is known while the source %s', async (_, trouble) => {
    await Promise.all([slugs(), get('new')])
    source.be(trouble)
    world.clock.move(MINUTE)
    for (let at = 0; at < 3; at++) {
      expect(await slugs()).toEqual(['new', 'old'])
      expect((await get('new')).title).toBe('新しい')
    }
    expect(source.asked.length, 'asked once more for each').toBeLessThanOrEqual(4)
  })

  it('are shown again as they are once the source is well', async () => {
    await slugs()
    source.be((response) => response.destroy())
    world.clock.move(MINUTE)
    await slugs()
    await until(() => warnings() === 1)
    source.be(null)
    source.forget()
    source.write({ slug: 'after', title: 'あと', publishedAt: '2026-11-20' })
    await slugs()
    expect(source.asked, 'not at once').toHaveLength(2)
    world.clock.move(MINUTE / 2)
    await slugs()
    await until(async () => (await slugs())[0] === 'after')
  })

  it('are said to be out of reach where nothing is known, at once, and without the source’s words', async () => {
    source.be((response) => response.writeHead(500).end(`secret ${CONTENTFUL.token}`))
    const first = await world.fetch('/api/application/news')
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '30'])
    const asked = source.asked.length
    await expect(get('new')).rejects.toMatchObject({ status: 503 })
    expect((await world.fetch('/api/application/news')).status).toBe(503)
    expect(source.asked).toHaveLength(asked + 1)
    expect(JSON.stringify(world.log.lines)).not.toMatch(/secret|delivery-token/)
  })

  it('keep nobody waiting for a source that says nothing', async () => {
    source.be(() => {})
    const patienceMs = 20
    const hasty = await openWorld(database, env(), undefined, undefined, { patienceMs })
    expect((await hasty.fetch('/api/application/news')).status).toBe(503)
    await hasty.close()
  })

  it('leave out what is no article, and take no other for the one asked for', async () => {
    source.write({ slug: 'untitled', publishedAt: '2026-11-20' })
    source.write({ slug: 'undated', title: '日付', publishedAt: 'そのうち' })
    source.write({ slug: 7, title: '数' })
    expect(await slugs()).toEqual(['new', 'old'])
    source.be((response) =>
      response.end(
        JSON.stringify({
          items: [{ sys: { createdAt: '2026-11-01' }, fields: { slug: 'other', title: '別' } }],
        }),
      ),
    )
    await expect(get('wanted')).rejects.toMatchObject({ status: 503 })
  })
})
