import { afterEach, expect, it, vi } from 'vitest'
import { insertSnapshot, writtenPage } from './first-frame.ts'

const SCRIPT = '<script type="module" crossorigin src="/assets/app.js"></script>'
const SHEET = '<link rel="stylesheet" crossorigin href="/assets/app.css">'
const SHELL = `<!doctype html><html><head>${SCRIPT}${SHEET}</head><body><div id="root"></div></body></html>`
const snapshot = {
  app: '/assets/app.js',
  styles: ['/assets/app.css', '/assets/page.css'],
  calls: ['/room/aoi?q="&x'],
  look: { scheme: 'dark' },
  html: "<main>$' $1 <h1>ホーム</h1></main>",
}
const pageOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')

it('inserts a snapshot with its style sheets, and holds the app and its calls in a template', () => {
  const page = pageOf(insertSnapshot(SHELL, snapshot))
  expect({ ...page.documentElement.dataset }).toEqual({ scheme: 'dark', snapshot: '' })
  expect(page.getElementById('root')?.innerHTML).toBe(snapshot.html)
  const sheets = [...page.head.querySelectorAll('link[rel="stylesheet"]')]
  expect(sheets.map((sheet) => sheet.getAttribute('href'))).toEqual(snapshot.styles)
  expect(page.querySelector('script[type="module"]')).toBeNull()
  const template = page.querySelector<HTMLTemplateElement>('template#app')!
  expect(template.content.querySelector('script')?.getAttribute('src')).toBe(snapshot.app)
  expect(JSON.parse(template.dataset.reads!)).toEqual({ calls: snapshot.calls })
  // The first frame waits for the end of the page.
  const expected = page.querySelector('link[rel="expect"]')?.getAttribute('href')
  expect(page.querySelector(expected!)).toBe(page.body.lastElementChild)
})

it('leaves the shell of another build as it is', () => {
  expect(insertSnapshot(SHELL, { ...snapshot, app: '/assets/old.js' })).toBe(SHELL)
})

const written = (script: string) =>
  new Response(SHELL.replace(SCRIPT, script).replace('root">', 'root"><h1>喫茶室</h1>'))
const page = new URL('https://room.example/community/aoi')
afterEach(() => vi.unstubAllGlobals())

it('shows a visitor the page as the server renders it', async () => {
  vi.stubGlobal('fetch', async () => written(SCRIPT))
  const shown = await writtenPage(new Response(SHELL), page)
  expect(await shown?.text()).toContain('<h1>喫茶室</h1>')
})

it.each([
  ['is of another build', async () => written(SCRIPT.replace('app', 'new'))],
  ['is the login of a network', async () => new Response('<!doctype html><h1>Wi-Fi</h1>')],
  ['does not come', () => Promise.reject(new TypeError('Failed to fetch'))],
])('shows a visitor the shell if the server’s page %s', async (_, answer) => {
  vi.stubGlobal('fetch', answer)
  expect(await writtenPage(new Response(SHELL), page)).toBeNull()
})
