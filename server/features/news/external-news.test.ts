import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { news } from '#contract/news/calls.ts'
import { CONTENTFUL, type ContentfulServer, startContentful } from '#server/testing/contentful.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

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

describe.each(apiDatabaseNames)('external news on %s', (database) => {
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
    source = await startContentful()
    world = await createWorld(database, env())
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
  /** Waits for background work. */
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
  }
  const warnings = () => world.log.lines.filter(({ level }) => level === 'warn').length

  it('lists published articles, newest first', async () => {
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

  it('finds an article by slug; the first match wins', async () => {
    source.write({ slug: 'new', title: '二つめ', publishedAt: '2026-11-19' })
    expect(await get('new')).toMatchObject({ slug: 'new', title: '新しい', lead: 'まえがき' })
    const { searchParams } = source.requests.at(-1)!
    expect(Object.fromEntries(searchParams)).toMatchObject({
      content_type: 'serviceNews',
      'fields.slug': 'new',
      limit: '1',
    })
    for (const slug of ['tomorrow', 'nothing', 'page', 'a/../b', '&limit=9'])
      await expect(get(slug)).rejects.toMatchObject({ status: 404 })
  })

  it('sanitizes Markdown and rich text, and allows images of configured hosts only', async () => {
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

  it('allows browsers to load images from those hosts only (CSP)', async () => {
    const policy = (await world.fetch('/healthz')).headers.get('content-security-policy')!
    expect(policy).toContain(
      "img-src 'self' data: blob: https://images.ctfassets.net https://images.eu.ctfassets.net;",
    )
    const other = await createWorld(database)
    const plain = (await other.fetch('/healthz')).headers.get('content-security-policy')
    await other.close()
    expect(plain).toContain("img-src 'self' data: blob:;")
  })

  it('fetches once a minute, whatever the load, in the background', async () => {
    await Promise.all([slugs(), slugs(), slugs()])
    expect(source.requests).toHaveLength(1)
    world.clock.move(MINUTE - 1)
    await slugs()
    expect(source.requests).toHaveLength(1)
    source.write({ slug: 'now', title: 'いま', publishedAt: '2026-11-20' })
    world.clock.move(1)
    expect(await slugs(), 'what was known').toEqual(['new', 'old'])
    await until(async () => (await slugs()).includes('now'))
    expect(source.requests).toHaveLength(2)
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
  ])('show what is known while the source %s', async (_, failure) => {
    await Promise.all([slugs(), get('new')])
    source.be(failure)
    world.clock.move(MINUTE)
    for (let at = 0; at < 3; at++) {
      expect(await slugs()).toEqual(['new', 'old'])
      expect((await get('new')).title).toBe('新しい')
    }
    expect(source.requests.length, 'asked once more for each').toBeLessThanOrEqual(4)
  })

  it('shows current articles once the source works again', async () => {
    await slugs()
    source.be((response) => response.destroy())
    world.clock.move(MINUTE)
    await slugs()
    await until(() => warnings() === 1)
    source.be(null)
    source.forget()
    source.write({ slug: 'after', title: 'あと', publishedAt: '2026-11-20' })
    await slugs()
    expect(source.requests, 'not at once').toHaveLength(2)
    world.clock.move(MINUTE / 2)
    await slugs()
    await until(async () => (await slugs())[0] === 'after')
  })

  it('answers at once that news is unavailable if nothing is cached, without the source’s error', async () => {
    source.be((response) => response.writeHead(500).end(`secret ${CONTENTFUL.token}`))
    const first = await world.fetch('/api/application/news')
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '30'])
    const requestCount = source.requests.length
    await expect(get('new')).rejects.toMatchObject({ status: 503 })
    expect((await world.fetch('/api/application/news')).status).toBe(503)
    expect(source.requests).toHaveLength(requestCount + 1)
    expect(JSON.stringify(world.log.lines)).not.toMatch(/secret|delivery-token/)
  })

  it('does not wait for a source that hangs', async () => {
    source.be(() => {})
    const timeoutMs = 20
    const hasty = await createWorld(database, env(), undefined, undefined, { timeoutMs })
    expect((await hasty.fetch('/api/application/news')).status).toBe(503)
    await hasty.close()
  })

  it('skips malformed articles, and returns only the requested one', async () => {
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
