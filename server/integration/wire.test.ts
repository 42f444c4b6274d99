import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { breaksOf } from '#server/testing/wire/breaks.ts'
import { type OpenApi, readWire, spellWire, wireOf } from '#server/testing/wire/lines.ts'
import { createWorld } from '#server/testing/world.ts'

const released = readFileSync(new URL('../testing/wire/released.txt', import.meta.url), 'utf8')

async function today() {
  const world = await createWorld()
  onTestFinished(() => world.close())
  const answer = await world.fetch('/api/openapi.json')
  return wireOf((await answer.json()) as OpenApi)
}

/** Actions on people and rooms: the admin page shows an unknown action by its name. */
const MAY_GROW = /: gives answer(\.acts)?\[\]\.action may be /

/** Accepted and ignored: the owner of the mailbox sets the password. Pages that are still open may send one. */
const MAY_GO = ['POST /signup: asks body.password is not listened to']

// If this fails on purpose, support both versions until a release later: docs/running.md, Upgrades.
it('serves an app of the last release that is still open', async () => {
  const breaks = breaksOf(readWire(released), await today())
  expect(breaks.filter((what) => !MAY_GROW.test(what) && !MAY_GO.includes(what))).toEqual([])
})

it('wire format is recorded completely, and parsed as recorded', async () => {
  const wire = await today()
  expect(wire.size).toBeGreaterThan(200)
  expect(readWire(spellWire(wire))).toEqual(new Map([...wire].sort(([a], [b]) => (a < b ? -1 : 1))))
})

const BEFORE = `GET /room/{id}
  asks path.id: string
  asks query.sort?: "new" | "popular"
  gives answer: object
  gives answer.title: string
  gives answer.state: 1 | 2
  gives answer.tint: null | string

POST /room
  asks body: object
  asks body.title: string
  asks body.menus?: array
  asks body.menus[]: string
  gives answer: object
`
it.each<[string, string, string, string[]]>([
  ['nothing', '', '', []],
  ['a call that is gone', 'POST /room', 'POST /house', ['POST /room is gone']],
  [
    'a field that is gone',
    'gives answer.title: string',
    'gives answer.name: string',
    ['GET /room/{id}: gives answer.title is gone'],
  ],
  [
    'a field that may be missing',
    'answer.title: string',
    'answer.title?: string',
    ['GET /room/{id}: gives answer.title may be missing'],
  ],
  [
    'a field that may be null',
    'answer.title: string',
    'answer.title: null | string',
    ['GET /room/{id}: gives answer.title may be null'],
  ],
  ['a state that is new', '1 | 2', '1 | 2 | 9', ['GET /room/{id}: gives answer.state may be 9']],
  ['fewer states', '1 | 2', '1', []],
  ['a field that is never null any more', 'null | string', 'string', []],
  ['an order that is new', '"new" | "popular"', '"new" | "old" | "popular"', []],
  [
    'an order that is gone',
    '"new" | "popular"',
    '"new"',
    ['GET /room/{id}: asks query.sort may not be "popular"'],
  ],
  ['any text for an order', '"new" | "popular"', 'string', []],
  [
    'a field that is demanded',
    'menus?: array',
    'menus: array',
    ['POST /room: asks body.menus is demanded'],
  ],
  [
    'a new field that is demanded',
    '  asks body.title: string',
    '  asks body.title: string\n  asks body.about: string',
    ['POST /room: asks body.about is demanded'],
  ],
  [
    'a new field that may be left out',
    '  asks body.title: string',
    '  asks body.title: string\n  asks body.place?: object\n  asks body.place.name: string',
    [],
  ],
  [
    'a field that nobody listens to',
    '  asks body.title: string\n',
    '',
    ['POST /room: asks body.title is not listened to'],
  ],
])('names %s', (_, from, to, breaks) => {
  const now = BEFORE.replace(from, to)
  expect(breaksOf(readWire(BEFORE), readWire(now))).toEqual(breaks)
})
