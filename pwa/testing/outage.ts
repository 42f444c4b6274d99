import { createServer, type Server, type ServerResponse } from 'node:http'

/** Kinds of outages: what answers in place of the server. */
export const outages = {
  'a failing server': (response) =>
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"message":"Oops"}'),
  'a proxy without a server': (response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>'),
  'a captive portal': (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>'),
  'a redirect to a login for the network': (response, path) =>
    path === '/wifi'
      ? response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>')
      : response.writeHead(302, { location: '/wifi' }).end(),
  'an empty answer to everything': (response) => response.writeHead(204).end(),
  'no answer at all': () => {},
} satisfies Record<string, (response: ServerResponse, path: string) => unknown>

/** Answers on the server's port until it is closed. */
export async function startOutage(port: string, what: keyof typeof outages) {
  const answer: (response: ServerResponse, path: string) => unknown = outages[what]
  let server: Server
  // A killed server may hold its port for a moment.
  do server = createServer(({ url = '' }, response) => void answer(response, url))
  while (!(await listens(server, Number(port))))
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

const listens = (server: Server, port: number) =>
  new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, () => resolve(true))
  })
