import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

const LOOK_MS = 100

/**
 * A load balancer: polls `/readyz` of each process, forwards requests to the ready ones in turn over kept-alive
 * connections, and tries the next one if a connection is refused.
 */
export async function startProxy(ports: number[]) {
  const agent = new Agent({ keepAlive: true })
  let ready = ports
  let turn = 0

  async function look() {
    const looks = ports.map(async (port) => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      return answer?.ok ? [port] : []
    })
    const addresses = (await Promise.all(looks)).flat()
    if (addresses.length > 0) ready = addresses
  }
  function forward(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, left: number) {
    if (left === 0) return answer.writeHead(502).end('nobody takes it')
    const port = ready[turn++ % ready.length]!
    const { url, method, headers } = incoming
    const onward = request(
      { agent, port, host: '127.0.0.1', path: url, method, headers },
      (got) => {
        const { connection: _, ...responseHeaders } = got.headers
        answer.writeHead(got.statusCode ?? 502, responseHeaders)
        got.pipe(answer)
      },
    )
    onward.on('error', (error: NodeJS.ErrnoException) => {
      // Nothing was sent, so that another process may be tried. After any other error the request may have been
      // processed.
      if (error.code === 'ECONNREFUSED') forward(incoming, body, answer, left - 1)
      else answer.writeHead(502).end(String(error))
    })
    onward.end(body)
  }
  const server = createServer(async (incoming, answer) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    forward(incoming, Buffer.concat(parts), answer, 2 * ports.length)
  })
  const looking = setInterval(() => void look(), LOOK_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    async close() {
      clearInterval(looking)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      agent.destroy()
    },
  }
}
