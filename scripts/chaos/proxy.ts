import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP load balancer for several processes: each connection goes to the next one that accepts. No sticky sessions.
 */
export async function startProxy(ports: number[]) {
  const open = new Set<Socket>()
  let turn = 0
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }

  function lead(visitor: Socket, tried: number) {
    if (tried === ports.length) return visitor.destroy()
    const node = track(connect(ports[turn++ % ports.length]!, '127.0.0.1'))
    const next = () => lead(visitor, tried + 1)
    node.once('error', next)
    node.once('connect', () => {
      node.off('error', next)
      visitor.pipe(node).pipe(visitor)
      for (const [one, other] of [
        [visitor, node],
        [node, visitor],
      ] as const)
        one.on('error', () => null).once('close', () => other.destroy())
    })
  }

  const server: Server = createServer((visitor) => {
    visitor.on('error', () => null)
    lead(track(visitor), 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
