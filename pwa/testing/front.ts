import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** Replaces files of the site; null forwards the request. */
export type Instead = (path: string) => { type: string; body: string } | null

/**
 * A proxy in front of the site with its own address, which replaces some files, for example by another version.
 * `heldUntil`: delays a response until it resolves.
 */
export async function startFront(
  siteUrl: string,
  instead: () => Instead,
  heldUntil: (path: string) => Promise<unknown> = async () => {},
) {
  const forward = (incoming: IncomingMessage, answer: ServerResponse) => {
    const { url = '/', method, headers } = incoming
    const other = instead()(url)
    if (other)
      return answer
        .writeHead(200, { 'content-type': other.type, 'cache-control': 'no-cache' })
        .end(other.body)
    // The site rejects a foreign Origin (CSRF check): sends its own.
    const own = headers.origin && { origin: new URL(siteUrl).origin }
    const to = { method, headers: { ...headers, ...own } }
    const onward = request(new URL(url, siteUrl), to, async (got) => {
      await heldUntil(url)
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
