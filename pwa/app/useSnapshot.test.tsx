import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { live } from '#contract/live/calls.ts'
import { keyOf } from '#pwa/lib/api/api.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import type { OfflineStore } from '#pwa/lib/device.ts'
import { noDevice } from '#pwa/lib/no-device.ts'
import type { PageSnapshot } from '#pwa/lib/page-snapshot.ts'
import { takeSnapshot, useSnapshot } from './useSnapshot.ts'

const user = { id: 'u1', name: 'haru' } as User

function openPage(html: string) {
  document.head.innerHTML =
    '<link rel="stylesheet" href="/assets/app.css"><script type="module" src="/assets/app.js"></script>'
  document.body.innerHTML = `<div id="root">${html}</div><div id="probe"></div>`
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  delete document.documentElement.dataset.scheme
  document.head.replaceChildren()
  document.body.replaceChildren()
})

it('stores nothing that is typed, over the page, or for members of a room only', () => {
  openPage(`<h1>喫茶室</h1>
    <input name="q" value="ひみつ"><textarea>下書き</textarea>
    <dialog>購入</dialog><div popover="manual">送りました</div>
    <img src="blob:http://localhost/1" alt="">
    <div data-unkept><p>会員だけの話</p></div>`)
  const snapshot = takeSnapshot(document)!
  expect(snapshot.html).toContain('<h1>喫茶室</h1>')
  expect(snapshot.html).toContain('<input name="q" inert="">')
  for (const text of ['ひみつ', '下書き', '購入', '送りました', 'blob:', '会員だけの話'])
    expect(snapshot.html).not.toContain(text)
  expect(document.body.textContent).toContain('会員だけの話')
  expect(snapshot).toMatchObject({ app: '/assets/app.js', styles: ['/assets/app.css'] })
})

it('copies no element that is alive: a copied stream would load again', () => {
  let made = 0
  customElements.define(
    'test-film',
    class extends HTMLElement {
      constructor() {
        super()
        made++
      }
    },
  )
  openPage('<h1>夜の朗読</h1><test-film></test-film>')
  expect(takeSnapshot(document)!.html).toContain('<test-film>')
  expect(made, 'that of the page').toBe(1)
})

it('stores the dark page of a stream with the event’s picture in place of the stream', () => {
  openPage('<h1>夜の朗読</h1><video src="blob:http://localhost/2" poster="/media/a.webp"></video>')
  document.documentElement.dataset.scheme = 'dark'
  const snapshot = takeSnapshot(document)!
  expect(snapshot.look).toEqual({ scheme: 'dark' })
  expect(snapshot.html).toBe('<h1>夜の朗読</h1><img src="/media/a.webp" alt="">')
})

it.each([
  ['is still loading', '<h1>ホーム</h1><div data-coming></div>'],
  ['shows an error', '<h1>ホーム</h1><p role="alert">失敗</p>'],
  ['has no heading yet', '<main></main>'],
])('takes no snapshot of a page that %s', (_, html) => {
  openPage(html)
  expect(takeSnapshot(document)).toBeNull()
})

const Probe = () => {
  useSnapshot()
  return null
}

/** Shows a page to the user, or to a visitor; returns what it stores, by member and key. */
function show(path: string, who: User | null) {
  openPage('<h1>ホーム</h1>')
  const stored: Record<string, PageSnapshot> = {}
  const store: Partial<OfflineStore> = {
    putSnapshot: async (member, key, snapshot) => {
      stored[`${member} ${key}`] = snapshot
    },
  }
  const session = new Session(
    async () => Response.json({}),
    who ? { at: 'member', user: who } : { at: 'visitor' },
    () => {},
    { ...noDevice, offlineStore: async () => store as OfflineStore },
  )
  const client = new QueryClient()
  const wrap = (node: ReactNode) => (
    <QueryClientProvider client={client}>
      <SessionProvider value={session}>
        <MemoryRouter initialEntries={[path]}>{node}</MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>
  )
  render(wrap(<Probe />), { container: document.getElementById('probe')! })
  return { client, stored }
}

it('stores a member’s page with the calls that it reads, once it has its answers', async () => {
  const { client, stored } = show('/?source=pwa', user)
  let answer = (_: string) => {}
  const waiting = new Promise<string>((resolve) => {
    answer = resolve
  })
  void client.fetchQuery({ queryKey: ['late'], queryFn: () => waiting })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored).toEqual({})
  answer('here')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(Object.keys(stored)).toEqual(['u1 /'])
  expect(stored['u1 /']?.calls).toEqual(expect.arrayContaining(['/room/subscribe', '/me/consent']))
})

it.each([
  [
    'that is on the air',
    live.getLiveUrl,
    ['/live/e1/url', '/live/e1/talk', '/live/e1/talk/pinned'],
  ],
  ['in the archive', live.getArchiveUrl, ['/live/e1/url/archive']],
])('stores with the page of a stream %s the calls for it', async (_, endpoint, calls) => {
  const { client, stored } = show('/community/aoi/event/e1', user)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(stored['u1 /community/aoi/event/e1']?.calls).not.toContain(calls[0])
  client.setQueryData(keyOf(endpoint, { params: { id: 'e1' } }), { url: '/hls/1.m3u8' })
  await vi.advanceTimersByTimeAsync(5_000)
  const found = stored['u1 /community/aoi/event/e1']?.calls ?? []
  expect(found.filter((call) => call.startsWith('/live/'))).toEqual(calls)
})

it('stores a page whose data changes all the time', async () => {
  const { client, stored } = show('/', user)
  for (let at = 0; at < 8; at++) {
    client.setQueryData(['talk'], at)
    await vi.advanceTimersByTimeAsync(500)
  }
  expect(Object.keys(stored)).toEqual(['u1 /'])
})

it('stores a page that is hidden as it is then', async () => {
  const { stored } = show('/', user)
  document.querySelector('h1')!.textContent = '今夜'
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(stored['u1 /']?.html).toContain('今夜')
})

it.each([
  ['/', null],
  ['/account/setting/profile', user],
])('stores no snapshot of %s', async (path, who) => {
  const { stored } = show(path, who)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stored).toEqual({})
})
