import { capture, writeResponses } from './capture.ts'
import { startLoader, startServer } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder } from './room.ts'
import { ratio, rounds } from './rounds.ts'
import { ROOM } from './statements.ts'

const FLOORS = new URL('./floors.ts', import.meta.url).pathname
/** A cookie that may be a session, for which the server sends the app shell. */
const SESSION = { cookie: 'refresh_token=x' }
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const PAGES = [
  { what: 'search, uncached', path: '/results', headers: {}, distinct: true },
  { what: 'home, cached', path: '/', headers: {} },
  { what: 'room, cached', path: `/community/${ROOM}`, headers: {} },
  { what: 'home, compressed', path: '/', headers: BROWSER },
  { what: 'home, shell', path: '/', headers: SESSION },
]

/** Server-rendered pages for visitors, compared to the same bytes from memory. */
export async function pages(): Promise<Section> {
  await using folder = await fillFolder()
  await using room = await folder.start()
  const cases = PAGES.map((page) => ({
    ...page,
    status: 200,
    headers: { ...page.headers, 'x-case': page.what },
  }))
  const captured = await Promise.all(
    cases.map(async ({ what, path, headers }) => [what, await capture(room.url + path, headers)]),
  )
  const answers = writeResponses(Object.fromEntries(captured), folder.path)
  await using node = await startServer([FLOORS, 'node', answers])
  await using loader = startLoader()
  const rows: Row[] = []
  for (const page of cases) {
    const measured = await rounds(loader, { room, node }, page)
    rows.push({
      what: page.what,
      figures: {
        'CPU µs': figure(measured.room.cpu),
        '× static': ratio(measured.room.cpu, measured.node.cpu),
        'static µs': figure(measured.node.cpu),
        'requests/s': figure(measured.room.rate),
        bytes: figure([measured.room.bytes]),
      },
    })
  }
  return { title: 'Public pages: CPU of the server process per request', rows }
}

if (import.meta.main) await report('pages', pages)
