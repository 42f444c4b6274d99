import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { API_BASE } from '#contract/http/endpoint.ts'
import { BODY_MAX_BYTES } from '#contract/shared/limits.ts'
import type { Server } from './processes.ts'
import { figure, type Row, report, type Section } from './report.ts'
import { fillFolder, logIn } from './room.ts'

const MB = 1_000_000
const ROUNDS = 5
const MEMBER = 'fan@example.com'
const ATTACKERS = ['owner', 'guest', 'admin'].map((name) => `${name}@example.com`)
const PROFILE = `${API_BASE}/me/profile`

/** Pictures within all limits that need the most time and memory; sides in pixels. */
const hostile = {
  avif: () => flat(5_000).avif({ effort: 0 }).toBuffer(),
  'interlaced PNG': () => flat(5_000).png({ progressive: true }).toBuffer(),
  'progressive JPEG': () => flat(7_000).jpeg({ progressive: true }).toBuffer(),
}
const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#8899aa' } })

/** The milliseconds until a picture is answered. */
async function sendIcon(server: Server, token: string, bytes: Buffer<ArrayBuffer>) {
  const body = new FormData()
  body.append('icon', new File([bytes], 'icon'))
  const startedAt = performance.now()
  const answer = await fetch(server.url + PROFILE, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  await answer.arrayBuffer()
  return performance.now() - startedAt
}

/** The highest memory of the serving process while `work` runs, above that before. */
async function growthDuring(server: Server, work: () => Promise<unknown>) {
  const before = (await server.usage()).rss
  let peak = before
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await server.usage()).rss)
      await setTimeout(20)
    }
  })()
  await work()
  isOver = true
  await watching
  return (peak - before) / MB
}

/** Four expensive pictures at once, of three accounts, and the icon of another member. */
async function measurePictures(server: Server): Promise<Row[]> {
  const token = await logIn(server, MEMBER)
  const tokens = await Promise.all(ATTACKERS.map((email) => logIn(server, email)))
  const icon = await flat(800).jpeg().toBuffer()
  await sendIcon(server, token, icon)
  const rows: Row[] = []
  for (const [kind, draw] of Object.entries(hostile)) {
    const picture = await draw()
    const [alone, amid, growth]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await sendIcon(server, token, icon))
      let answered: Promise<unknown> = Promise.resolve()
      const attack = async () => {
        answered = Promise.all(
          [...tokens, tokens[0]!].map((attacker) => sendIcon(server, attacker, picture)),
        )
        await setTimeout(200)
        amid.push(await sendIcon(server, token, icon))
        await answered
      }
      growth.push(await growthDuring(server, attack))
    }
    const [one, other, more] = [figure(alone), figure(amid), figure(growth)]
    rows.push({
      what: `icon amid four of ${kind}`,
      figures: { 'alone ms': one, 'amid ms': other, 'memory MB': more },
      target: {
        says: '≤ 2 × alone, + ≤ 60 MB',
        held: other.median <= 2 * one.median && more.max <= 60,
      },
    })
  }
  return rows
}

const BODIES = 40
const CHUNK = Buffer.alloc(64_000)

/** A form with a file of the largest allowed size; resolves at the answer, or when the connection is closed. */
async function sendForm(server: Server, token: string) {
  const { hostname, port } = new URL(server.url)
  const socket: Socket = connect(Number(port), hostname).on('error', () => {})
  const over = new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
  let isOver = false
  void over.then(() => {
    isOver = true
  })
  const head = '--b\r\ncontent-disposition: form-data; name="icon"; filename="a.png"\r\n\r\n'
  const length = BODY_MAX_BYTES.multipart
  socket.write(
    `PUT ${PROFILE} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${head}`,
  )
  for (let left = length - head.length; left > 0 && !isOver; left -= CHUNK.length)
    if (!socket.write(CHUNK.subarray(0, left))) await Promise.race([once(socket, 'drain'), over])
  await over
  socket.destroy()
}

/** Forms of 22 MB at once from one account. */
async function measureBodies(server: Server): Promise<Row> {
  const token = await logIn(server, MEMBER)
  const growth: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    growth.push(
      await growthDuring(server, () =>
        Promise.all(Array.from({ length: BODIES }, () => sendForm(server, token))),
      ),
    )
  const more = figure(growth)
  return {
    what: `${BODIES} forms of 22 MB at once`,
    figures: { 'memory MB': more },
    target: { says: '+ ≤ 150 MB', held: more.max <= 150 },
  }
}

/** What members who mean harm cost the others and the serving process. */
export async function attacks(): Promise<Section> {
  await using folder = await fillFolder()
  await using server = await folder.start({}, 'any')
  const pictures = await measurePictures(server)
  return { title: 'Attacks', rows: [...pictures, await measureBodies(server)] }
}

if (import.meta.main) await report('attacks', attacks)
