import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/** What stands in front of the site; null leaves it to the site. */
export type Instead = (path: string) => { type: string; body: string } | null

/**
 * The site under an address of its own, with some of its files replaced: other versions of it, above all. `heldUntil`: an
 * answer that the site gave is passed on only then.
 */
export async function startFront(
  siteUrl: string,
  instead: () => Instead,
  heldUntil: (path: string) => Promise<unknown> = async () => {},
) {
  const forward = (asked: IncomingMessage, answer: ServerResponse) => {
    const { url = '/', method, headers } = asked
    const other = instead()(url)
    if (other)
      return answer
        .writeHead(200, { 'content-type': other.type, 'cache-control': 'no-cache' })
        .end(other.body)
    // The site refuses what other sites' pages send; this is its own.
    const own = headers.origin && { origin: new URL(siteUrl).origin }
    const to = { method, headers: { ...headers, ...own } }
    const onward = request(new URL(url, siteUrl), to, async (got) => {
      await heldUntil(url)
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }
  const server = createServer(forward)
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port } = server.address() as { port: number }
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((down) => {
        server.close(() => down())
        server.closeAllConnections()
      }),
  }
}
