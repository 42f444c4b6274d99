import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { threads } from '#contract/threads/calls.ts'
import { PICTURE_MAX, UPLOAD } from '#contract/threads/posting-limits.ts'
import { film, picture, sound } from '#server/testing/files.ts'
import { encodeFilm } from '#server/testing/films.ts'
import { apiAs } from '../../api.ts'
import { axeFinds, DESKTOP, PHONE, SCREENS } from '../../browser.ts'
import { openAs, ownSite } from '../../own-site.ts'

const site = ownSite()
const OWNER = 'owner@example.com'
const FAN = 'fan@example.com'
const TALK = '/community/aoi/talk'
const ROOM = { roomid: 'aoi' }

const open = (email: string, path = TALK, viewport = PHONE) => openAs(site, email, path, viewport)
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const press = (page: Page, name: string | RegExp) => button(page, name).click()
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const fileOf = (name: string, mimeType: string, bytes: Uint8Array) => ({
  ...{ name, mimeType },
  buffer: Buffer.from(bytes),
})
const png = async (name = 'IMG_0001.png') => fileOf(name, 'image/png', await picture(400, 300))
const wav = (name = 'arasuji.wav') => fileOf(name, 'audio/wav', sound())
const mp4 = (name = 'yokoku.mp4') => fileOf(name, 'video/mp4', film())

async function write(page: Page, title: string, text = '今夜の便りです。') {
  await press(page, '新しいスレッド')
  await page.getByRole('dialog', { name: '新しいスレッド' }).waitFor()
  await page.getByLabel('タイトル').fill(title)
  await page.getByLabel('本文').fill(text)
}
/** Posts the thread, and waits for the reloaded page. */
async function post(page: Page) {
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await press(page, '投稿する')
  await page.waitForFunction(() => !document.body.hasAttribute('data-before'))
  await button(page, '新しいスレッド').waitFor()
}
/** Creates a thread through the API. */
async function createThread(title: string) {
  const { posting } = await import('#contract/threads/write-calls.ts')
  const body = new FormData()
  body.set('title', title)
  body.set('text', '本文')
  return (await apiAs(site.server.url, OWNER))(posting.createThread, { params: ROOM, body })
}
const findThread = async (title: string) => {
  const { items } = await (await apiAs(site.server.url, FAN))(threads.listThreads, {
    params: ROOM,
    query: { limit: 100 },
  })
  return items.find((thread) => thread.title === title)
}

it.each(SCREENS)('posts a thread with pictures on %s', { tags: 'full' }, async (name, viewport) => {
  const title = `写真の夜（${name}）`
  const { page, complaints } = await open(OWNER, TALK, viewport)
  await press(page, '新しいスレッド')
  const submit = button(page, '投稿する')
  expect(await submit.isDisabled()).toBe(true)
  const field = page.getByLabel('タイトル')
  await field.fill('あ'.repeat(40))
  expect((await field.inputValue()).length).toBeGreaterThan(30)
  await page.getByLabel('本文').fill('湯気の写真です。')
  await field.fill('')
  await field.pressSequentially('い'.repeat(35))
  expect(await field.inputValue()).toBe('い'.repeat(31))
  await page.getByText('31/30').waitFor()
  await page.getByText('タイトルは30桁以下でなければなりません').waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await submit.isDisabled()).toBe(true)
  await field.fill(title)

  await page.getByLabel('画像を追加').setInputFiles([await png(), await png('2.png')])
  await page.getByLabel('画像を追加').setInputFiles([await png('3.png')])
  await page.getByText('3/3', { exact: true }).waitFor()
  expect(await page.getByLabel('画像を追加').count()).toBe(0)
  await press(page, '2枚目を削除')
  await page.getByText('2/3', { exact: true }).waitFor()
  const shut = page.getByLabel('動画は画像・音声と一緒に付けられません')
  expect(await shut.isDisabled()).toBe(true)
  expect(await axeFinds(page)).toEqual([])

  await post(page)
  await card(page, title).waitFor()
  expect(await card(page, title).locator('img[src*="/media/members/thread/"]').count()).toBe(2)
  // The form for the next thread is empty.
  await press(page, '新しいスレッド')
  expect(await page.getByLabel('タイトル').inputValue()).toBe('')
  expect(complaints).toEqual([])
})

it('posts audio, which plays on the thread’s page', { tags: 'full' }, async () => {
  const title = 'あらすじの朗読'
  const { page, complaints } = await open(OWNER)
  await write(page, title)
  await page.getByLabel('音声を追加').setInputFiles(wav())
  await page.getByText('0:08・0.3MB').waitFor()
  expect(await page.getByLabel('音声を追加').count()).toBe(0)
  await press(page, 'arasuji.wav を削除')
  await page.getByLabel('音声を追加').setInputFiles(wav())
  await post(page)
  await card(page, title).getByRole('link', { name: title }).click()
  const player = page.locator('audio')
  await player.waitFor()
  await page.waitForFunction(() => document.querySelector('audio')!.readyState >= 1)
  expect(await player.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(8)
  expect(complaints).toEqual([])
})

it.each(SCREENS)(
  'posts a video with the chosen thumbnail on %s',
  { tags: 'full' },
  async (name, viewport) => {
    const title = `次の夜の予告（${name}）`
    const { page, complaints } = await open(OWNER, TALK, viewport)
    await write(page, title)
    await page.getByLabel('動画を追加').setInputFiles(mp4())
    const stills = page.getByRole('radio')
    await stills.nth(3).waitFor()
    expect(await stills.count()).toBe(4)
    expect(await stills.first().isChecked()).toBe(true)
    await stills.nth(2).check()
    expect(await page.getByLabel('画像を追加').count()).toBe(0)
    expect(await page.getByLabel('音声を追加').count()).toBe(0)
    expect(await axeFinds(page)).toEqual([])
    await post(page)
    await card(page, title).getByRole('link', { name: title }).click()
    const player = page.locator('video')
    await player.waitFor()
    const look = (attribute: string) => player.getAttribute(attribute)
    expect([await look('preload'), await look('controlslist')]).toEqual(['metadata', 'nodownload'])
    expect(await look('poster')).toMatch(/\/media\/members\/thread\/.*\.png/)
    await page.waitForFunction(() => document.querySelector('video')!.videoWidth > 0)
    expect(complaints).toEqual([])
  },
)

/** A phone that loads no frame of a video before playback; `never`: not even then. */
async function holdFilms(page: Page, { never = false } = {}) {
  await page.evaluate((isStill) => {
    const begun = new WeakSet<HTMLMediaElement>()
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      begun.add(this)
      return isStill ? new Promise(() => {}) : play.call(this)
    }
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (name, listener, options) {
      const isHeld = this instanceof HTMLVideoElement && /^(loadeddata|seeked)$/.test(name)
      if (!isHeld || begun.has(this)) listen.call(this, name, listener, options)
    }
  }, never)
}

it('draws video frames on a phone that loads none before playback', {
  tags: 'full',
}, async () => {
  const { page, complaints } = await open(OWNER)
  await holdFilms(page)
  await write(page, '夜の予告')
  await page.getByLabel('動画を追加').setInputFiles(mp4())
  await page.getByRole('radio').nth(3).waitFor()
  expect(complaints).toEqual([])
})

it('shows that a phone cannot draw video frames, and lets another video be chosen', {
  tags: 'full',
}, async () => {
  const { page } = await open(OWNER)
  await write(page, '夜の予告')
  await page.clock.install()
  await holdFilms(page, { never: true })
  await page.getByLabel('動画を追加').setInputFiles(mp4())
  await page.getByText('サムネイルを作成しています…').waitFor()
  await page.clock.runFor(30_000)
  await page.getByText('この端末ではサムネイルを作成できませんでした', { exact: false }).waitFor()
  await page.getByLabel('動画を追加').waitFor({ state: 'attached' })
})

/** A picture in a file that is too large: a decoder skips what follows it. */
async function largePhoto() {
  const folder = mkdtempSync(join(tmpdir(), 'room-photo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'large.png')
  writeFileSync(path, await picture(2_100, 2_100))
  appendFileSync(path, new Uint8Array(PICTURE_MAX.bytes))
  return path
}

it('makes a large photo smaller before it is sent, and names a format that it cannot convert', {
  tags: 'full',
}, async () => {
  const title = '大きな写真の夜'
  const { page, complaints } = await open(OWNER)
  await write(page, title)
  const input = page.getByLabel('画像を追加')
  const heic = fileOf('IMG_0002.HEIC', 'image/heic', new Uint8Array(1_000))
  await input.setInputFiles(heic)
  await page.getByText('HEICの画像は、この端末では変換できません', { exact: false }).waitFor()
  await input.setInputFiles(await largePhoto())
  await page.getByAltText('1枚目の画像').waitFor()
  expect(await page.getByText('HEICの画像', { exact: false }).count()).toBe(0)
  await post(page)
  await card(page, title).waitFor()
  expect((await findThread(title))?.images).toMatchObject([{ width: 1_000, height: 1_000 }])
  expect(complaints).toEqual([])
})

it('posts a film that this browser cannot play, converted and with a picture out of it', {
  tags: 'full',
}, async () => {
  const title = '撮ったままの夜'
  const { page, complaints } = await open(OWNER)
  await write(page, title)
  const hevc = await encodeFilm({ picture: 'libx265', sound: 'aac' })
  await page.getByLabel('動画を追加').setInputFiles(fileOf('a.mov', 'video/quicktime', hevc))
  await page.getByText('この端末では再生できない形式です', { exact: false }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  await post(page)
  await card(page, title).getByRole('link', { name: title }).click()
  const player = page.locator('video')
  await player.waitFor()
  expect(await player.getAttribute('poster')).toMatch(/\/media\/members\/thread\/.*\.png/)
  await page.waitForFunction(() => document.querySelector('video')!.videoWidth > 0)
  expect(complaints).toEqual([])
})

it('keeps the draft over a reload, asks before discarding it, and deletes it at logout', {
  tags: 'full',
}, async () => {
  const { page, complaints } = await open(OWNER)
  const title = page.getByLabel('タイトル')
  const question = page.getByRole('alertdialog')
  await write(page, '書きかけの夜')
  await page.reload()
  await press(page, '新しいスレッド')
  await page.getByText('入力の続きを表示しています').waitFor()
  expect(await title.inputValue()).toBe('書きかけの夜')

  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => press(page, '閉じる'),
    () => page.goBack(),
    () => page.goBack(),
  ]) {
    await leave()
    await question.getByText('作成データは破棄されます。').waitFor()
    await press(page, 'キャンセル')
    await question.waitFor({ state: 'detached' })
    expect(await title.inputValue()).toBe('書きかけの夜')
  }
  await press(page, '閉じる')
  expect(await axeFinds(page)).toEqual([])
  await press(page, '破棄する')
  await title.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(TALK)
  await press(page, '新しいスレッド')
  expect(await title.inputValue()).toBe('')
  // Nothing was typed, so that closing does not ask.
  await press(page, '閉じる')
  await title.waitFor({ state: 'detached' })

  await write(page, '消える夜')
  const drafts = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('room.thread.')))
  await expect.poll(drafts).toHaveLength(1)
  // A request of the loading page that arrives after the logout is answered by 401.
  await page.goto(`${site.server.url}/account`, { waitUntil: 'networkidle' })
  await press(page, 'ログアウト')
  await page.waitForURL(`${site.server.url}/`)
  await page.getByRole('link', { name: 'ログイン' }).first().waitFor()
  expect(await drafts()).toEqual([])
  expect(complaints).toEqual([])
})

it('edits, pins and deletes a thread', { tags: 'full' }, async () => {
  const before = (await createThread('改題の前')).id
  const { page, complaints } = await open(OWNER, `${TALK}/${before}`)
  const menu = (title: string) => press(page, `「${title}」の操作`)
  await menu('改題の前')
  await page.getByRole('menuitem', { name: '編集' }).click()
  await page.getByLabel('タイトル').fill('改題の後')
  await page.getByLabel('画像を追加').setInputFiles([await png()])
  await press(page, '保存する')
  await page.getByRole('heading', { name: '改題の後' }).waitFor()
  await page.locator('article img[src*="/media/members/thread/"]').waitFor()

  await menu('改題の後')
  await page.getByRole('menuitem', { name: '固定する' }).click()
  await page.getByText('（固定）').waitFor()
  await expect.poll(async () => (await findThread('改題の後'))?.pinned).toBe(true)

  await menu('改題の後')
  await page.getByRole('menuitem', { name: '削除' }).click()
  const question = page.getByRole('alertdialog', { name: 'このスレッドを削除しますか？' })
  await question.getByText('投稿、コメント、リアクションはすべて削除されます。').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await press(page, '破棄する')
  await page.waitForURL(`${site.server.url}${TALK}`)
  await button(page, '新しいスレッド').waitFor()
  expect(await findThread('改題の後')).toBeUndefined()
  expect(complaints).toEqual([])
})

it.each(SCREENS)(
  'lets a member comment, reply, react, report and delete on %s',
  { tags: 'full' },
  async (name, viewport) => {
    const title = `みんなの夜（${name}）`
    const { id } = await createThread(title)
    const { page, complaints } = await open(FAN, `${TALK}/${id}`, viewport)
    await page.getByText('まだコメントはありません。').waitFor()
    expect(await button(page, '新しいスレッド').count()).toBe(0)

    await page.getByLabel('コメントを書く').fill('こんばんは')
    await press(page, 'コメントする')
    const comment = page.getByRole('listitem').filter({ hasText: 'こんばんは' })
    await comment.getByRole('button', { name: /返信/ }).click()
    await page.getByLabel('返信', { exact: true }).fill('つづきです')
    await press(page, '返信する')
    await page.getByRole('listitem').filter({ hasText: 'つづきです' }).waitFor()
    await expect.poll(async () => (await findThread(title))?.comments).toBe(2)
    expect(await axeFinds(page)).toEqual([])

    const heart = page.getByRole('button', { name: /件のリアクション/ })
    await heart.click()
    await page.locator('[aria-pressed=true]', { hasText: '1' }).waitFor()
    await expect.poll(async () => (await findThread(title))?.reactions).toBe(1)
    await heart.click()
    await page.locator('[aria-pressed=false]', { hasText: '0' }).waitFor()
    await expect.poll(async () => (await findThread(title))?.reactions).toBe(0)

    await press(page, `「${title}」の操作`)
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['共有', '通報'])
    await page.getByRole('menuitem', { name: '通報' }).click()
    await page.getByRole('dialog', { name: '通報する' }).waitFor()
    await page.keyboard.press('Escape')

    await comment.getByRole('button', { name: /コメントの操作/ }).click()
    await page.getByRole('menuitem', { name: '削除' }).click()
    await press(page, '削除する')
    await page.getByText('まだコメントはありません。').waitFor()
    await expect.poll(async () => (await findThread(title))?.comments).toBe(0)
    expect(complaints).toEqual([])
  },
)

it('queues comments and reactions while offline, and sends them in order', async () => {
  const title = '圏外の夜'
  const { id } = await createThread(title)
  const { page, context } = await open(FAN, `${TALK}/${id}`)
  await page.getByText('まだコメントはありません。').waitFor()
  await context.setOffline(true)
  for (const text of ['ひとつめ', 'ふたつめ']) {
    await page.getByLabel('コメントを書く').fill(text)
    await press(page, 'コメントする')
    await page.locator('[data-waiting]', { hasText: text }).getByText('送信待ち').waitFor()
  }
  await page.getByRole('button', { name: /件のリアクション/ }).click()
  await page.locator('[aria-pressed=true]', { hasText: '1' }).waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect((await findThread(title))?.comments).toBe(0)

  await context.setOffline(false)
  await page.locator('[data-waiting]').first().waitFor({ state: 'detached' })
  await expect.poll(async () => (await findThread(title))?.reactions).toBe(1)
  const { items } = await (await apiAs(site.server.url, FAN))(threads.listComments, {
    params: { ...ROOM, threadid: id },
  })
  expect(items.map(({ text }) => text)).toEqual(['ひとつめ', 'ふたつめ'])
  // Pending comments are rows of the list, too.
  await expect.poll(() => page.locator('[data-waiting]').count()).toBe(0)
  await page.getByRole('listitem').filter({ hasText: 'ふたつめ' }).waitFor()
})

it('shows why a comment was refused, keeps it, and reverts a refused reaction', {
  tags: 'full',
}, async () => {
  const { id } = await createThread('断られる夜')
  const { page } = await open(FAN, `${TALK}/${id}`)
  await page.getByText('まだコメントはありません。').waitFor()
  let refuses = true
  const apiError = {
    status: 403,
    contentType: 'application/json',
    body: '{"message":"いまは書けません。"}',
  }
  await page.route(/\/(comment|reaction)$/, (route) =>
    refuses && route.request().method() === 'POST' ? route.fulfill(apiError) : route.continue(),
  )
  await page.getByLabel('コメントを書く').fill('とどかない')
  await press(page, 'コメントする')
  const waiting = page.locator('[data-waiting]', { hasText: 'とどかない' })
  await waiting.getByText('いまは書けません。').waitFor()
  await page.getByRole('button', { name: /件のリアクション/ }).click()
  await page.getByRole('status').filter({ hasText: 'いまは書けません。' }).first().waitFor()
  await page.locator('[aria-pressed=false]', { hasText: '0' }).waitFor()
  refuses = false
  await waiting.getByRole('button', { name: '再送' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.getByRole('listitem').filter({ hasText: 'とどかない' }).waitFor()
})

it('resumes an upload after a network failure', { tags: 'full' }, async () => {
  const title = '長い朗読'
  const { page, context } = await open(OWNER)
  const long = new Uint8Array(2.5 * UPLOAD.chunkBytes)
  long.set(sound())
  const view = new DataView(long.buffer)
  view.setUint32(4, long.length - 8, true)
  view.setUint32(40, long.length - 44, true)
  const offsets: number[] = []
  let isCut = false
  await page.route(/\/upload\/[^?]+\?offset=/, async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
    offsets.push(offset)
    if (offset === 0 || isCut) return route.continue()
    isCut = true
    await context.setOffline(true)
    await route.abort('connectionfailed')
  })
  await write(page, title)
  await page.getByLabel('音声を追加').setInputFiles(fileOf('long.wav', 'audio/wav', long))
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await press(page, '投稿する')
  await page.getByText('接続が切れました。つながり次第、続きから再開します。').waitFor()
  expect(await page.getByRole('progressbar').getAttribute('value')).toBe('40')
  expect(await axeFinds(page)).toEqual([])
  await context.setOffline(false)
  await page.waitForFunction(() => !document.body.hasAttribute('data-before'))
  await card(page, title).waitFor()
  const { chunkBytes } = UPLOAD
  expect(offsets).toEqual([0, chunkBytes, chunkBytes, 2 * chunkBytes])
  expect((await findThread(title))?.audio_path).toMatch(/\.wav/)
})

it('stops with an error and keeps the input if posting fails', {
  tags: 'full',
}, async () => {
  const title = '失敗する夜'
  const { page, complaints } = await open(OWNER)
  let fails = true
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'PATCH') uploads++
  })
  const message = 'サーバーが応えません。'
  const failure = {
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ message }),
  }
  await page.route(/\/room\/aoi\/thread$/, (route) =>
    fails && route.request().method() === 'POST' ? route.fulfill(failure) : route.continue(),
  )
  await write(page, title)
  await page.getByLabel('音声を追加').setInputFiles(wav())
  await press(page, '投稿する')
  await page.getByRole('alert').filter({ hasText: message }).waitFor()
  expect(await page.getByRole('progressbar').count()).toBe(0)
  expect(await page.getByLabel('タイトル').inputValue()).toBe(title)
  expect(complaints.some((one) => one.includes(message))).toBe(true)
  fails = false
  await post(page)
  await card(page, title).waitFor()

  // A file that is no audio despite its name: the server's error shows beside the field.
  await write(page, 'にせもの')
  await page
    .getByLabel('音声を追加')
    .setInputFiles(fileOf('a.mp3', 'audio/mpeg', Buffer.from('<html>')))
  await press(page, '投稿する')
  await page.getByText('音声を読み取れませんでした。').waitFor()
  expect(await axeFinds(page)).toEqual([])
  expect(uploads).toBeGreaterThan(1)
})

it('shows non-members that there are threads, and how to join', { tags: 'full' }, async () => {
  const title = '外から見た夜'
  const { id } = await createThread(title)
  const { page, complaints } = await open('guest@example.com', TALK, DESKTOP)
  await card(page, title).getByText('参加すると読めます').waitFor()
  expect(await axeFinds(page)).toEqual([])
  await page.goto(`${site.server.url}${TALK}/${id}`)
  await page.getByText('このスレッドは、ルームに参加すると読めます。').waitFor()
  expect(await page.getByLabel('コメントを書く').count()).toBe(0)
  expect(complaints).toEqual([])
})
