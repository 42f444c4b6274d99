import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CONTENTFUL = { space: 'space1', token: 'delivery-token' }

/** A fault of the server. */
type Failure = (response: ServerResponse) => void

/** A real HTTP server with the part of Contentful's Content Delivery API that we use. */
export async function startContentful() {
  const entries: object[] = []
  const assets: object[] = []
  const requests: URL[] = []
  let failure: Failure | null = null
  const server = createServer(({ url, headers }, response) => {
    const address = new URL(url!, 'http://localhost')
    requests.push(address)
    if (failure) return failure(response)
    const respond = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/vnd.contentful.delivery.v1+json' })
        .end(JSON.stringify(body))
    if (headers.authorization !== `Bearer ${CONTENTFUL.token}`)
      return respond(401, { sys: { type: 'Error', id: 'AccessTokenInvalid' } })
    if (address.pathname !== `/spaces/${CONTENTFUL.space}/environments/master/entries`)
      return respond(404, { sys: { type: 'Error', id: 'NotFound' } })
    const slug = address.searchParams.get('fields.slug')
    const items = (entries as { contentType: string; fields: { slug: string } }[])
      .filter(({ contentType }) => contentType === address.searchParams.get('content_type'))
      .filter(({ fields }) => slug === null || fields.slug === slug)
      .slice(0, Number(address.searchParams.get('limit')))
    return respond(200, {
      sys: { type: 'Array' },
      total: items.length,
      items,
      ...(assets.length > 0 && { includes: { Asset: assets } }),
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Adds an article, or an entry of another type. */
    write: (fields: object, contentType = 'serviceNews') =>
      void entries.push({ contentType, sys: { createdAt: '2026-11-01T00:00:00Z' }, fields }),
    forget: () => void entries.splice(0),
    picture: (id: string, url: string) =>
      void assets.push({
        sys: { id },
        fields: { title: '絵', file: { url, contentType: 'image/png' } },
      }),
    /** Sets the fault from now on; null: none. */
    be(how: Failure | null) {
      failure = how
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type ContentfulServer = Awaited<ReturnType<typeof startContentful>>
