import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '#server/http/listen.ts'
import type { World } from '#server/testing/world.ts'

/** A received server-sent event: id and data, or name and data of one that is no message. */
export interface StreamEvent {
  id: string | undefined
  event: string | undefined
  data: unknown
}

/** The world behind a real socket. */
export async function openSite({ app, early }: Pick<World, 'app' | 'early'>) {
  const door = await listen(app.fetch, { host: '127.0.0.1', port: 0, early })
  const { port } = door.server.address() as AddressInfo
  onTestFinished(async () => {
    door.server.closeAllConnections()
    await door.close()
  })
  return { url: `http://127.0.0.1:${port}`, port, server: door.server }
}

/** Opens a stream of talk: `next` waits for the next event, `ended` for the end. */
export async function follow(siteUrl: string, token: string, lastEventId?: string, id = 'live') {
  const leaving = new AbortController()
  const held: Response[] = []
  onTestFinished(() => {
    leaving.abort()
    held.length = 0 // Referenced until here: a garbage-collected response disconnects.
  })
  const answer = await fetch(`${siteUrl}/api/application/live/${id}/talk/stream`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  held.push(answer)
  const events = read(answer.body!)
  return {
    status: answer.status,
    headers: answer.headers,
    body: answer,
    leave: () => leaving.abort(),
    next: async (): Promise<StreamEvent | null> => (await events.next()).value ?? null,
  }
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent, null> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const streamEvent = parse(block)
      if (streamEvent) yield streamEvent
    }
  }
  return null
}

function parse(block: string): StreamEvent | null {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  const data = fields.get('data')
  if (data === undefined) return null
  return { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(data) }
}

/** All lines of the event in the database. */
export const stored = (world: World, eventId = 'live') =>
  world.db.selectFrom('talk').selectAll().where('event_id', '=', eventId).orderBy('seq').execute()
