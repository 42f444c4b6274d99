import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type Stripe from 'stripe'

export interface Received {
  raw: string
  signature: string
  event: Stripe.Event
}

/** A webhook receiver on loopback. `status`: its answer from now on. */
export async function startReceiver() {
  const received: Received[] = []
  const receiver = { status: 200 }
  const server = createServer(async (request, response) => {
    const raw = await text(request)
    const signature = String(request.headers['stripe-signature'])
    received.push({ raw, signature, event: JSON.parse(raw) as Stripe.Event })
    response.writeHead(receiver.status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith: (status: number) => {
      receiver.status = status
    },
    types: () => received.map(({ event }) => event.type),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
