import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { serve } from '@hono/node-server'
import Sqlite from 'better-sqlite3'
import { Hono } from 'hono'
import { fromCursor, toCursor } from '#contract/lib/cursor.ts'
import type { TalkMessage } from '#contract/live/calls.ts'
import type { Captured } from './capture.ts'
import { type Subject, statements } from './statements.ts'

/**
 * Baseline servers, each in a process of its own: `floors.ts <kind> <answers> [database] [event]`. `node` and `hono`
 * replay captured responses, `sqlite` is a Hono server that queries the same rows and serializes them, `streams` accepts
 * every follower and broadcasts what is posted.
 */
const [kind, file, database, event] = process.argv.slice(2)
const answers = new Map(
  Object.entries(JSON.parse(readFileSync(file!, 'utf8')) as Record<string, Captured>).map(
    ([key, { status, headers, body }]) => [
      key,
      { status, headers, body: Buffer.from(body, 'base64') },
    ],
  ),
)
const keyOf = ({ headers, url }: IncomingMessage) => (headers['x-case'] as string) ?? url ?? ''

const constant: RequestListener = (request, response) => {
  const answer = answers.get(keyOf(request))
  if (!answer) return void response.writeHead(404).end()
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

/** Writes one buffer to the sockets of all followers, without login, rights or database. */
function streams(): RequestListener {
  const followers = new Set<Socket>()
  const like = JSON.parse(answers.get('line')!.body.toString()) as TalkMessage
  let seq = fromCursor(like.id)
  return (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
      followers.add(request.socket)
      request.socket.once('close', () => followers.delete(request.socket))
      return
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      const id = toCursor(++seq)
      const { message } = JSON.parse(Buffer.concat(parts).toString()) as { message: string }
      const frame = Buffer.from(`id: ${id}\ndata: ${JSON.stringify({ ...like, id, message })}\n\n`)
      for (const follower of followers) follower.write(frame)
      response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
    })
  }
}

/** A case is named `<subject> <who> <status>`. A 304 queries the same rows. */
function fromDatabase() {
  const ask = statements(new Sqlite(database!, { readonly: true }), event!)
  const app = new Hono()
  app.get('*', (c) => {
    const key = c.req.header('x-case')!
    const [subject, who] = key.split(' ')
    const rows = ask[subject as Subject](who === 'member' ? ask.viewer : '')
    return answers.get(key)?.status === 304 ? c.body(null, 304) : c.json(rows)
  })
  return app
}

function replaying() {
  const app = new Hono()
  app.get('*', (c) => {
    const answer = answers.get(c.req.header('x-case') ?? c.req.path)
    if (!answer) return c.notFound()
    return answer.status === 304
      ? c.body(null, 304, answer.headers)
      : c.body(answer.body, answer.status as 200, answer.headers)
  })
  return app
}

const ready = (port: number) =>
  console.log(JSON.stringify({ msg: 'ready', url: `http://127.0.0.1:${port}` }))

const apps = { hono: replaying, sqlite: fromDatabase }
const app = apps[kind as keyof typeof apps]?.()
if (app) serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => ready(port))
else {
  const server = createServer(kind === 'streams' ? streams() : constant)
  server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port))
}
