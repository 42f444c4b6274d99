import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import {
  IMAGE_COSTLY,
  IMAGE_UNREADABLE,
  RETRY_LATER,
  SMALL_IMAGE_WRONG,
} from '#contract/shared/messages.ts'
import { threads } from '#contract/threads/calls.ts'
import { THREAD_POSTS } from '#contract/threads/limits.ts'
import { IMAGES_TOO_MANY, THUMBNAIL_NEEDED, VIDEO_ALONE } from '#contract/threads/messages.ts'
import { THREAD_MAX } from '#contract/threads/posting-limits.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { AUDIO_UNREADABLE, ROOM_MEDIA_FULL, VIDEO_UNREADABLE } from '#contract/uploads/messages.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import { film, longGif, photograph, picture, pngBomb, sound } from '#server/testing/files.ts'
import { packetsOf } from '#server/testing/films.ts'
import { formOf } from '#server/testing/form.ts'
import { makeMember, makeRoom, makeStaff, makeThread, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const TEXTS = { title: '夜の便り', text: '今夜は\nほうじ茶です。' }
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name = 'a.bin') => new File([bytes], name)
const textFile = (text: string, name: string) => new File([text], name)

describe.each(apiDatabaseNames)('posting threads on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    for (const name of ['fan', 'stranger', 'mod', 'door']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
  })
  afterEach(() => world.close())

  const params = { roomid: 'aoi' }
  const post = (
    fields: Record<string, string | Blob> = {},
    who: string | null = 'aoi',
    key?: string,
  ) =>
    world.as(who)(
      posting.createThread,
      { params, body: formOf({ ...TEXTS, ...fields }) },
      key ? { idempotencyKey: key } : {},
    )
  const change = (threadid: string, fields: Record<string, string | Blob>, who = 'aoi') =>
    world.as(who)(posting.changeThread, { params: { ...params, threadid }, body: formOf(fields) })
  it('shows its beginning to others only if the form says so, until it is changed', async () => {
    expect((await post()).is_previewed).toBe(false)
    const { id, is_previewed } = await post({ is_previewed: '1' })
    expect(is_previewed).toBe(true)
    expect((await change(id, { title: '朝の便り' })).is_previewed).toBe(true)
    expect((await change(id, { is_previewed: '0' })).is_previewed).toBe(false)
  })
  const remove = (threadid: string, who = 'aoi') =>
    world.as(who)(posting.deleteThread, { params: { ...params, threadid } })
  const fieldErrors = (errors: Record<string, string[]>) => ({ status: 422, errors })
  const nothingLeft = async () => {
    expect(world.media.paths()).toEqual([])
    expect(await world.db.selectFrom('thread').select('id').execute()).toEqual([])
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  }
  const stored = (path: string) => world.media.read(path.replace(/^\/media\/|\?.*$/g, ''))

  it('answers a database error without details, and leaves no files after the sweep', async () => {
    await sql`alter table thread_media rename to thread_media_away`.execute(world.db)
    const failure = await post({ imageid_1: fileOf(await picture(60, 60), 'a.png') }).catch(
      (error: unknown) => error,
    )
    await sql`alter table thread_media_away rename to thread_media`.execute(world.db)
    expect(failure).toMatchObject({
      status: 500,
      message: RETRY_LATER,
      errors: { database: [RETRY_LATER] },
    })
    world.clock.move(30 * 60_000)
    await sweepFiles(world.deps)
    await nothingLeft()
  })

  it('is possible for owner and moderators, and members can read at once', async () => {
    expect(await post()).toMatchObject({ ...TEXTS, images: [], comments: 0, pinned: false })
    const second = await post({ title: '二つめ' }, 'mod')
    expect(second.member.name).toBe('mod')
    const { items } = await world.as('fan')(threads.listThreads, { params })
    expect(items.map(({ title }) => title).toSorted()).toEqual(['二つめ', '夜の便り'])
    const room = await world.db.selectFrom('room').select('last_posted_at').executeTakeFirst()
    expect(room?.last_posted_at).toBe(world.clock.now().toISOString())
  })

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a stranger', user: 'stranger', status: 403 },
    { who: 'a member', user: 'fan', status: 403 },
    { who: 'the one at the door', user: 'door', status: 403 },
  ])('is refused to $who, without storing files', async ({ user, status }) => {
    await expect(post({ audio: fileOf(sound()) }, user)).rejects.toMatchObject({ status })
    await nothingLeft()
  })

  it('requires a title of at most thirty characters and a visible text', async () => {
    const family = '👨‍👩‍👧‍👦'
    expect((await post({ title: family.repeat(30) })).title).toBe(family.repeat(30))
    await expect(post({ title: 'あ'.repeat(31) })).rejects.toMatchObject(
      fieldErrors({ title: ['タイトルは30桁以下でなければなりません'] }),
    )
    await expect(post({ title: ' \u200b ', text: '' })).rejects.toMatchObject(
      fieldErrors({ title: ['タイトルを入力してください'], text: ['本文を入力してください'] }),
    )
    await expect(post({ text: 'あ'.repeat(THREAD_MAX.text + 1) })).rejects.toMatchObject(
      fieldErrors({ text: ['本文は5000桁以下でなければなりません'] }),
    )
  })

  it('normalizes characters that break the page, in titles and texts (52)', async () => {
    const text = `\u202eあ${'\n'.repeat(10_000)}い${'\u0301'.repeat(50)}`
    const thread = await post({ title: '\u202eよ\nる', text })
    expect(thread.title).toBe('よ る')
    expect(thread.text).toBe(`あ\n\nい${'\u0301'.repeat(4)}`)
  })

  it('stores markup as text (53)', async () => {
    const text = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    expect((await post({ text })).text).toBe(text)
  })

  it('ignores other form fields (67)', async () => {
    const thread = await post({
      id: 'mine',
      pinned: '1',
      author_id: 'fan',
      room_id: 'x',
      official_flg: '1',
    })
    expect(thread).toMatchObject({ pinned: false, member: { name: 'aoi', official_flg: 0 } })
    expect(thread.id).not.toBe('mine')
  })

  it('refuses a form without a login, whatever its cookies (66)', async () => {
    const answer = await world.fetch('/api/application/room/aoi/thread', {
      method: 'POST',
      body: formOf(TEXTS),
      headers: { origin: 'https://evil.test', cookie: 'refresh_token=x' },
    })
    expect(answer.status).toBe(401)
    await nothingLeft()
  })

  it('notifies members of a new thread once, and not its author', async () => {
    await makeMember(world, 'room-aoi', 'mod')
    const { id } = await post({}, 'mod', 'once')
    await post({}, 'mod', 'once')
    const due = await world.db.selectFrom('outbox').select(['key', 'payload']).execute()
    const news = due.filter(({ key }) => key.startsWith('room-news:newThread'))
    expect(news.map(({ key }) => key)).toEqual([`room-news:newThread:${id}`])
    expect(JSON.parse(news[0]!.payload)).toMatchObject({
      by: 'mod',
      notice: { room: 'aoi', roomTitle: '喫茶室', threadId: id, title: TEXTS.title },
    })
  })

  it('creates one thread when sent repeatedly', async () => {
    const [first, second] = [await post({}, 'aoi', 'k'), await post({}, 'aoi', 'k')]
    expect(second.id).toBe(first.id)
    expect(await world.db.selectFrom('thread').select('id').execute()).toHaveLength(1)
  })

  it('processes images into two PNG sizes without location', async () => {
    const photo = await photograph()
    expect(Buffer.from(photo).includes('HIMITSU-CAMERA')).toBe(true)
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const { images } = await post({
      imageid_1: fileOf(photo, 'IMG_0001.HEIC'),
      imageid_1_small_image: fileOf(await picture(600, 400)),
      imageid_2: fileOf(await picture(300, 200)),
    })
    expect(images).toMatchObject([
      { width: 1000, height: 667 },
      { width: 300, height: 200 },
    ])
    for (const [path, width] of [
      [images![0]!.path, 1000],
      [images![0]!.small_path!, 600],
      [images![1]!.small_path!, 300],
    ] as const) {
      const bytes = await stored(path)
      const metadata = await sharp(bytes!).metadata()
      expect(metadata).toMatchObject({ format: 'png', width })
      expect(metadata.exif).toBeUndefined()
      expect(Buffer.from(bytes!).includes('HIMITSU')).toBe(false)
    }
    expect(world.media.paths()).toHaveLength(4)
    expect(world.media.paths().every((path) => path.startsWith('members/thread/'))).toBe(true)
  })

  it('stores sounds and videos by their content', async () => {
    const spoken = await post({ audio: fileOf(sound(), 'film.mp4') })
    expect(spoken.audio_path).toMatch(/\.wav\?expires/)
    expect(await packetsOf((await stored(spoken.audio_path!))!)).toEqual(await packetsOf(sound()))
    const filmed = await post({
      video: fileOf(film(), 'text.txt'),
      video_thumbnail: fileOf(await picture(640, 360)),
    })
    expect(filmed.video_path).toMatch(/\.mp4\?expires/)
    expect(await packetsOf((await stored(filmed.video_path!))!)).toEqual(await packetsOf(film()))
    expect(filmed.video_thumbnail_path).toMatch(/\.png\?expires/)
  })

  const halfFilm = () => film().slice(0, film().length / 2)
  it.each([
    {
      what: 'a PNG of 19,000²',
      field: 'imageid_1',
      file: () => fileOf(pngBomb()),
      says: IMAGE_COSTLY,
    },
    {
      what: 'a GIF of 10,000 frames',
      field: 'imageid_1',
      file: () => fileOf(longGif()),
      says: IMAGE_UNREADABLE,
    },
    {
      what: 'an SVG',
      field: 'imageid_1',
      file: () => textFile('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.png'),
      says: IMAGE_UNREADABLE,
    },
    {
      what: 'half a picture',
      field: 'imageid_1',
      file: async () => fileOf((await photograph()).slice(0, 900)),
      says: IMAGE_UNREADABLE,
    },
    {
      what: 'a page that calls itself a sound',
      field: 'audio',
      file: () => textFile('<html>', 'a.mp3'),
      says: AUDIO_UNREADABLE,
    },
    {
      what: 'a film as a sound',
      field: 'audio',
      file: () => fileOf(film(), 'a.mp3'),
      says: AUDIO_UNREADABLE,
    },
    {
      what: 'a page that calls itself a film',
      field: 'video',
      file: () => textFile('<html><script>alert(1)</script>', 'a.mp4'),
      says: VIDEO_UNREADABLE,
    },
    {
      what: 'a page with a film behind it',
      field: 'video',
      file: () => new File(['<html></html>', film()], 'a.mp4'),
      says: VIDEO_UNREADABLE,
    },
    {
      what: 'half a film',
      field: 'video',
      file: () => fileOf(halfFilm(), 'a.mp4'),
      says: VIDEO_UNREADABLE,
    },
    {
      what: 'a sound as a film',
      field: 'video',
      file: () => fileOf(sound(), 'a.mp4'),
      says: VIDEO_UNREADABLE,
    },
    {
      what: 'an empty file',
      field: 'video',
      file: () => fileOf(new Uint8Array(), 'a.mp4'),
      says: VIDEO_UNREADABLE,
    },
  ])('refuses $what and stores nothing (70)', async ({ field, file, says }) => {
    const thumbnail = field === 'video' ? { video_thumbnail: fileOf(await picture(64, 36)) } : {}
    const key = field.startsWith('image') ? 'error' : field
    await expect(post({ [field]: await file(), ...thumbnail })).rejects.toMatchObject(
      fieldErrors({ [key]: [says] }),
    )
    await nothingLeft()
  })

  it('does not fetch the URLs of a playlist disguised as a video (70)', async () => {
    let requestCount = 0
    const otherServer = createServer((_, answer) => {
      requestCount++
      answer.end()
    }).listen(0, '127.0.0.1')
    await once(otherServer, 'listening')
    onTestFinished(() => void otherServer.close())
    const { port } = otherServer.address() as AddressInfo
    const at = `http://127.0.0.1:${port}/a.ts`
    const list = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${at}\n#EXT-X-ENDLIST\n`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><image href="${at}"/></svg>`
    const small = { video_thumbnail: fileOf(await picture(64, 36)) }
    await expect(post({ video: textFile(list, 'a.mp4'), ...small })).rejects.toMatchObject({
      status: 422,
    })
    await expect(post({ audio: textFile(list, 'a.mp3') })).rejects.toMatchObject({ status: 422 })
    await expect(post({ imageid_1: textFile(svg, 'a.svg') })).rejects.toMatchObject({ status: 422 })
    expect(requestCount).toBe(0)
    await nothingLeft()
  })

  it('refuses impossible combinations of files (70)', async () => {
    const some = async () => fileOf(await picture(40, 40))
    const still = await some()
    await expect(
      post({ imageid_1: still, imageid_2: still, imageid_3: still, imageid_4: still }),
    ).rejects.toMatchObject(fieldErrors({ error: [IMAGES_TOO_MANY] }))
    for (const other of [{ audio: fileOf(sound()) }, { imageid_2: still }])
      await expect(
        post({ video: fileOf(film()), video_thumbnail: still, ...other }),
      ).rejects.toMatchObject(fieldErrors({ video: [VIDEO_ALONE] }))
    await expect(post({ video: fileOf(film()) })).rejects.toMatchObject(
      fieldErrors({ video: [THUMBNAIL_NEEDED] }),
    )
    await nothingLeft()
  })

  it('refuses an invalid or unrelated small image (70)', async () => {
    const large = fileOf(await picture(1600, 900))
    for (const [small, says] of [
      [textFile('<svg/>', 's.png'), IMAGE_UNREADABLE],
      [fileOf(await picture(300, 600)), SMALL_IMAGE_WRONG],
    ] as const)
      await expect(post({ imageid_1: large, imageid_1_small_image: small })).rejects.toMatchObject(
        fieldErrors({ error: [says] }),
      )
    await expect(post({ imageid_1_small_image: large })).rejects.toMatchObject(
      fieldErrors({ error: [SMALL_IMAGE_WRONG] }),
    )
    await nothingLeft()
  })

  it.each(['../../x', '/etc/passwd', 'あ'.repeat(300), '\u202egpj.exe', 'a".png', 'con'])(
    'never uses the file name %j (70)',
    async (name) => {
      const { images } = await post({ imageid_1: new File([await picture(40, 40)], name) })
      expect(images![0]!.path).toMatch(/^\/media\/members\/thread\/\w+\.png\?/)
      expect(world.media.paths()).toHaveLength(2)
    },
  )

  it('refuses a file name with a NUL (70)', async () => {
    const name = 'a\0.png'
    await expect(
      post({ imageid_1: new File([await picture(40, 40)], name) }),
    ).rejects.toMatchObject({ status: 400 })
    await nothingLeft()
  })

  it('stores nothing of an aborted form (70)', async () => {
    const form = new Response(formOf({ ...TEXTS, audio: fileOf(sound()) }))
    const bytes = new Uint8Array(await form.arrayBuffer())
    for (const body of [bytes.slice(0, 90_000), bytes.slice(0, 40), bytes.slice(0, -3)]) {
      const answer = await world.fetch('/api/application/room/aoi/thread', {
        method: 'POST',
        body,
        headers: {
          authorization: `Bearer ${await world.tokenOf('aoi')}`,
          'content-type': form.headers.get('content-type')!,
        },
      })
      expect(answer.status).toBe(400)
    }
    await nothingLeft()
  })

  it('is refused with a file and accepted without one when the disk is full', async () => {
    world.media.leave(1_000_000)
    await expect(post({ audio: fileOf(sound()) })).rejects.toMatchObject({ status: 503 })
    await nothingLeft()
    expect((await post()).text).not.toBe('')
    // Its own size counts, not that of the largest form.
    world.media.leave(DISK_RESERVE_BYTES + 1_000_000)
    expect((await post({ audio: fileOf(sound()) })).audio_path).not.toBeNull()
  })

  it('is refused when the room’s quota is used up', async () => {
    await makeThread(world, 'room-aoi', 'aoi', { id: 'old' })
    for (let n = 0; n < 20; n++)
      await world.add('thread_media', {
        ...{ id: `old-${n}`, thread_id: 'old', kind: 'video', position: 0, bytes: 1_000_000_000 },
        ...{ path: `members/thread/${n}.mp4`, small_path: null, thumbnail_path: null },
        ...{ width: 1, height: 1 },
      })
    await expect(post({ audio: fileOf(sound()) })).rejects.toMatchObject(
      fieldErrors({ error: [ROOM_MEDIA_FULL] }),
    )
    expect(world.media.paths()).toEqual([])
    await remove('old')
    expect(await post({ audio: fileOf(sound()) })).toMatchObject(TEXTS)
  })

  it('is rate limited', async () => {
    for (let n = 0; n < THREAD_POSTS.max; n++) await post({ title: `${n}` })
    await expect(post()).rejects.toMatchObject({ status: 429 })
  })

  it('changes given fields and keeps the others', async () => {
    const still = () => picture(40, 40).then((bytes) => fileOf(bytes))
    const created = await post({ imageid_1: await still(), imageid_2: await still() })
    const [first, second] = created.images!
    const changed = await change(created.id, {
      title: '改題',
      imageid_1: '',
      imageid_3: await still(),
    })
    expect(changed).toMatchObject({ title: '改題', text: TEXTS.text })
    expect(changed.images!.map(({ path }) => path)).toEqual([second!.path, expect.any(String)])
    expect(await stored(first!.path)).toBeNull()
    expect(world.media.paths()).toHaveLength(4)
    const spoken = await change(created.id, {
      imageid_1: '',
      imageid_2: '',
      audio: fileOf(sound()),
    })
    expect(spoken.images).toEqual([])
    expect(world.media.paths()).toHaveLength(1)
    await expect(
      change(created.id, { video: fileOf(film()), video_thumbnail: await still() }),
    ).rejects.toMatchObject(fieldErrors({ video: [VIDEO_ALONE] }))
    const filmed = await change(created.id, {
      ...{ audio: '', video: fileOf(film()), video_thumbnail: await still() },
    })
    expect(filmed).toMatchObject({ audio_path: null, video_path: expect.any(String) })
    const again = await change(created.id, { video_thumbnail: await still() })
    expect(again.video_path).toBe(filmed.video_path)
    expect(again.video_thumbnail_path).not.toBe(filmed.video_thumbnail_path)
    expect(world.media.paths()).toHaveLength(2)
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  })

  it('allows changes by the author only, and deletion by author, owner and moderators', async () => {
    const { id } = await post({}, 'mod')
    for (const who of ['aoi', 'fan', 'stranger'])
      await expect(change(id, { title: 'x' }, who)).rejects.toMatchObject({ status: 403 })
    await expect(change('none', { title: 'x' })).rejects.toMatchObject({ status: 404 })
    for (const who of ['fan', 'stranger', 'door'])
      await expect(remove(id, who)).rejects.toMatchObject({ status: 403 })
    await remove(id)
    await expect(remove(id)).rejects.toMatchObject({ status: 404 })
  })

  it('deletes a thread with files, comments and reactions, but not demo files', async () => {
    const { id } = await post({ audio: fileOf(sound()) })
    await world.media.put('members/demo/chime.wav', sound())
    await world.add('thread_media', {
      ...{ id: 'demo', thread_id: id, kind: 'image', position: 0, bytes: 0, width: 1, height: 1 },
      ...{ path: 'members/demo/chime.wav', small_path: null, thumbnail_path: null },
    })
    const at = { params: { ...params, threadid: id } }
    await world.as('fan')(posting.postComment, { ...at, body: { text: 'いいですね' } })
    await world.as('fan')(posting.react, at)
    await remove(id, 'mod')
    expect(world.media.paths()).toEqual(['members/demo/chime.wav'])
    for (const table of ['thread', 'thread_media', 'comment', 'reaction', 'loose_file'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  })

  it('pins a thread to the top for owner and moderators', async () => {
    const [first] = [await post({ title: '先' }), await post({ title: '後' })]
    const at = { params: { ...params, threadid: first.id } }
    await expect(
      world.as('fan')(posting.pinThread, { ...at, body: { pinned: true } }),
    ).rejects.toMatchObject({ status: 403 })
    expect(
      (await world.as('mod')(posting.pinThread, { ...at, body: { pinned: true } })).pinned,
    ).toBe(true)
    const { items } = await world.as('fan')(threads.listThreads, { params })
    expect(items[0]!.id).toBe(first.id)
    expect(
      (await world.as('aoi')(posting.pinThread, { ...at, body: { pinned: false } })).pinned,
    ).toBe(false)
  })
})
